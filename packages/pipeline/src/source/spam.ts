import { readReferrer } from './referrer.ts';
import spamHosts from './spam-hosts.json';
import { withParents } from './web-host.ts';

/** Whether a referrer is a host known for fake visits, or a subdomain of one. Never throws. */
export const isSpamReferrer = createSpamFilter(spamHosts);

function createSpamFilter(hosts: readonly string[]): (referrer: string) => boolean {
  const spam = new Set(hosts);
  return (referrer) => {
    const sender = readReferrer(referrer);
    if (sender?.kind !== 'site') return false;
    return withParents(sender.host.name).some((name) => spam.has(name));
  };
}
