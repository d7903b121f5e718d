import type { ListedSites } from '@tallyhouse/sites';
import { drop, type Outcome, okWith } from './outcome.ts';
import { type SiteRules, siteRules } from './site-rules.ts';

/**
 * Adds the rules of the ping's site, and drops pings of sites that are not listed.
 * @param listed SITES; an empty list accepts every site
 * @param sitesNow the sites file
 */
export function knownSites(listed: readonly string[], sitesNow: () => ListedSites) {
  const known = new Set(listed);
  const rulesOf = siteRules(sitesNow);
  return function knownSite<T extends { ping: { site_id: string } }>(
    arrived: T,
  ): Outcome<T & { rules: SiteRules | undefined }> {
    const rules = rulesOf(arrived.ping.site_id);
    const isListed = rules !== undefined || sitesNow().accept === 'any';
    if (!isListed || (known.size > 0 && !known.has(arrived.ping.site_id))) return drop('unknown_site');
    return okWith(arrived, { rules });
  };
}
