import { isSiteId } from '@tallyhouse/ping/site-id';

/** The installation's settings for the script tag. */
export interface Tag {
  tracker: string;
  /** URL for pings; empty if the script finds it by itself. */
  endpoint: string;
}

/** The line to paste into a page. @param site a valid site id */
export function scriptTag({ tracker, endpoint }: Tag, site: string): string {
  const elsewhere = endpoint === '' ? '' : ` data-endpoint="${endpoint}"`;
  return `<script defer src="${tracker}" data-site="${site}"></script>`.replace('></', `${elsewhere}></`);
}

/** Placeholder in the address for a site without a name. No site can have this id: ids have no asterisk. */
export const newSite = '*new';

/** Whether it is several sites: `*` for all of them, or `@` and a group. */
export const isSeveral = (text: string) => text === '*' || (text.startsWith('@') && isSiteId(text.slice(1)));

/** A site in a line to copy; a placeholder for one of several. */
export const siteToCopy = (site: string | undefined) =>
  site === undefined || isSeveral(site) ? '<site>' : site;
