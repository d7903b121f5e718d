import type { ListedSites } from '@tallyhouse/sites';
import { drop, type Outcome, okWith } from './outcome.ts';
import { type SiteRules, siteRules } from './site-rules.ts';

/** The sites that senders without a key may write to. */
export interface SitesSeen {
  takes(siteId: string): boolean;
  note(siteId: string): void;
}

/**
 * Adds the rules of the ping's site, and drops pings of unlisted sites.
 * @param listed SITES; an empty list accepts every site
 * @param sitesNow the sites file
 * @param seen limits new sites of senders without a key
 */
export function knownSites(
  listed: readonly string[],
  sitesNow: () => ListedSites,
  seen: Pick<SitesSeen, 'takes'>,
) {
  const known = new Set(listed);
  const rulesOf = siteRules(sitesNow);
  return function knownSite<T extends { ping: { site_id: string }; sender: { keyed: boolean } }>(
    arrived: T,
  ): Outcome<T & { rules: SiteRules | undefined }> {
    const { site_id } = arrived.ping;
    const rules = rulesOf(site_id);
    const isListed = rules !== undefined || sitesNow().accept === 'any';
    if (!isListed || (known.size > 0 && !known.has(site_id))) return drop('unknown_site');
    if (!arrived.sender.keyed && !seen.takes(site_id)) return drop('unknown_site');
    return okWith(arrived, { rules });
  };
}
