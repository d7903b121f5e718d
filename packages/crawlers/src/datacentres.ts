import { remembered, withinNetworks } from '@tallyhouse/service';
import list from './ranges/datacentres.txt';

/**
 * Whether an address in canonical spelling is of a cloud or a hosting company, by lists that have a day (`npm run crawlers:ranges`). Networks
 * through which people go out are not in them: Cloudflare's, those of CDNs, Tor, VPNs and Apple's relay.
 */
export function datacentres(): (ip: string) => boolean {
  return remembered(
    10_000,
    withinNetworks(list.split('\n').filter((line) => line !== '' && !line.startsWith('#'))),
  );
}
