import { metersOf, type Registry } from '@tallyhouse/service';
import type { SitesSeen } from './sites-seen.ts';

/** The label of all further sites, which cannot be a site's id. */
const others = '(others)';

/** The number of sites in one report. */
const mostSites = 500;

/**
 * Counts accepted pings by site: the only label that senders choose, so it is bounded. The first sites have a value each, listed ones
 * before all others; all further sites share a value. New sites displace none.
 * @returns counts a ping of a site
 */
export function createSitePings(
  registry: Registry,
  sites: Pick<SitesSeen, 'first'>,
  most = mostSites,
): (siteId: string) => void {
  const counts = new Map<string, number>();
  const labelOf = (siteId: string) => (sites.first(most).has(siteId) ? siteId : others);
  metersOf(registry).scrapedCounter(
    'tallyhouse_ingest_site_pings_total',
    'Accepted pings by site; further sites than 500 are counted together, as "(others)".',
    // A site may have lost its value to one that is listed now.
    () => [...counts].map(([site, count]) => [{ site: labelOf(site) }, count]),
    'site',
  );
  return (siteId) => {
    const site = labelOf(siteId);
    counts.set(site, (counts.get(site) ?? 0) + 1);
  };
}
