import type { Site } from '../api/reports.ts';
import { isSeveral, newSite } from '../setup/tag.ts';
import type { View } from '../url/view.ts';
import { messages } from '../words/words.ts';

export const siteName = ({ name, site_id }: Pick<Site, 'name' | 'site_id'>) => name ?? site_id;

/** The name of the `site` of a view. @param site undefined: the list of all sites */
export function nameIn(sites: readonly Site[], site: string | undefined): string {
  if (site === undefined || site === '*') return messages.header.allSites;
  if (site === newSite) return messages.header.anotherSite;
  if (isSeveral(site)) return site.slice(1);
  return siteName(sites.find(({ site_id }) => site_id === site) ?? { site_id: site, name: null });
}

/** Whether the name, the id or the group of a site contains a text, in any case. */
export function isFound({ name, site_id, group }: Site, text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return [name, site_id, group].some((one) => one?.toLowerCase().includes(wanted));
}

/** The name of all sites in reports, or of a group. */
export const severalOf = (group: string | undefined) => (group === undefined ? '*' : `@${group}`);

/** Goes from the list of sites to the reports of a site, or of several. */
export const reportsOf = (site: string): Partial<View> => ({
  site,
  // The site may have a zone of its own.
  tz: undefined,
  group: undefined,
  order: 'visitors',
  grouped: false,
});
