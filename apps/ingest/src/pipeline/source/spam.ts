import { readReferrer } from './referrer.ts';
import spamHosts from './spam-hosts.json';
import { withParents } from './web-host.ts';

/** Whether a referrer, as sent, is a host known to fake visits for its own publicity, or under one. Never throws. */
export const isSpamReferrer = createSpamFilter(spamHosts);

function createSpamFilter(hosts: readonly string[]): (referrer: string) => boolean {
  const spam = new Set(hosts);
  return (referrer) => {
    const sender = readReferrer(referrer);
    if (sender?.kind !== 'site') return false;
    return withParents(sender.host.name).some((name) => spam.has(name));
  };
}
