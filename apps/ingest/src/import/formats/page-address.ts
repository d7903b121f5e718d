import { campaignTags } from '../../pipeline/page-url.ts';

const tagNames: ReadonlySet<string> = new Set(campaignTags);
const webScheme = /^https?:\/\//i;

/**
 * The fields of a ping that say which page it was.
 * @param target path and query, or a whole address
 */
export function pageAt(host: string, target: string): Record<string, string> {
  const url = webScheme.test(target) ? target : host === '' ? '' : `http://${host}${rooted(target)}`;
  if (url !== '' && URL.canParse(url)) return { url };
  // Without a URL nobody reads the campaign tags of the query.
  const query = target.indexOf('?');
  if (query === -1 || !target.includes('utm_', query)) return { page_path: target };
  const tags = [...new URLSearchParams(target.slice(query))].filter(([name]) => tagNames.has(name));
  return { page_path: target, ...Object.fromEntries(tags) };
}

const rooted = (target: string) => (target.startsWith('/') ? target : `/${target}`);

/** An address that a source keeps without its scheme. */
export function withScheme(address: string): string {
  return address === '' || /^[a-z][a-z\d+.-]*:/i.test(address) ? address : `https://${address}`;
}
