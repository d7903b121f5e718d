import { drop, type Outcome, ok } from './outcome.ts';

/** Drops pings of sites that are not in the list (SITES). An empty list accepts every site. */
export function knownSites(sites: readonly string[]) {
  const known = new Set(sites);
  return function knownSite<T extends { ping: { site_id: string } }>(arrived: T): Outcome<T> {
    return known.size === 0 || known.has(arrived.ping.site_id) ? ok(arrived) : drop('unknown_site');
  };
}
