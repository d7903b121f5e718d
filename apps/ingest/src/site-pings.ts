import { Counter, type Registry } from '@tallyhouse/service';

/** The label of all further sites; not the form of a site's id. */
const others = '(others)';

/** As many as a report can be about. */
const mostSites = 500;

/**
 * Counts accepted pings by site: the only label that senders choose, so it has a bound. The first 500 sites since the start have
 * a value each, and all further ones share a value. With SITES senders can choose only from that list.
 * @returns counts a ping of a site
 */
export function createSitePings(registry: Registry, most = mostSites): (siteId: string) => void {
  const counts = new Map<string, number>();
  new Counter({
    name: 'tallyhouse_ingest_site_pings_total',
    help: 'Accepted pings by site; further sites than 500 are counted together, as "(others)".',
    labelNames: ['site'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [site, count] of counts) this.inc({ site }, count);
    },
  });
  return (siteId) => {
    const site = counts.has(siteId) || counts.size < most ? siteId : others;
    counts.set(site, (counts.get(site) ?? 0) + 1);
  };
}
