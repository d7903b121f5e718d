import { remembered, withinNetworks } from '@tallyhouse/service';
import list from './ranges/datacentres.txt';

/**
 * Whether an address in canonical spelling belongs to a cloud or hosting company, by dated lists (`npm run crawlers:ranges`). They leave out
 * networks that carry people's traffic: Cloudflare's, those of CDNs, Tor, VPNs and Apple's relay.
 */
export function datacentres(): (ip: string) => boolean {
  return remembered(
    10_000,
    withinNetworks(list.split('\n').filter((line) => line !== '' && !line.startsWith('#'))),
  );
}
