/** What the script tag of a page needs to know of the installation. */
export interface Tag {
  /** Address of the browser script. */
  tracker: string;
  /** Of the pings; empty where the script finds it by itself. */
  endpoint: string;
}

/** The line to paste into a page. @param site of the characters that a site id may have */
export function scriptTag({ tracker, endpoint }: Tag, site: string): string {
  const elsewhere = endpoint === '' ? '' : ` data-endpoint="${endpoint}"`;
  return `<script defer src="${tracker}" data-site="${site}"></script>`.replace('></', `${elsewhere}></`);
}

/** Stands in the address for a site that has no name yet. No site can be called that: ids have no asterisk. */
export const newSite = '*new';

/** As the API takes them. */
export const isSiteId = (text: string) => /^[A-Za-z0-9._-]{1,64}$/.test(text);
