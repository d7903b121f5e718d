import { campaignTags } from '@tallyhouse/ingest/pipeline';
import { parseUrl } from '@tallyhouse/ping';
import type { Row } from '../format.ts';

/** The fields of a ping for its page: empty when the source has no path, because no page is invented. */
export type PageFields = Readonly<Record<string, string>>;

const tagNames: ReadonlySet<string> = new Set(campaignTags);

/** The campaign tags in columns of the same names. */
export const tagsOf = (row: Row): Readonly<Record<string, string>> =>
  Object.fromEntries(campaignTags.flatMap((name) => (row[name] ? [[name, row[name]]] : [])));

const webScheme = /^https?:\/\//i;

/**
 * The page of an address as it was requested.
 * @param host `''` when it is unknown
 * @param target path and query, or a whole address, which has a host of its own
 */
export function pageAt(host: string, target: string): PageFields {
  if (target === '') return {};
  const address = webScheme.test(target) ? target : host === '' ? '' : `http://${host}${rooted(target)}`;
  // A URL would lose tabs and line ends.
  const url = address.replace(/[\t\r\n]/g, encodeURIComponent);
  if (parseUrl(url)) return { url };
  return { page_path: target, ...tagsIn(queryOf(target)) };
}

/** The same for a source that keeps the fragment only where it names the page, like data-hash (docs/tracker.md). */
export function pageWithFragment(host: string, target: string): PageFields {
  const hash = target.indexOf('#');
  const page = pageAt(host, hash === -1 ? target : target.slice(0, hash));
  if (hash === -1) return page;
  const url = parseUrl(page['url'] ?? '');
  const address = url === undefined ? target.slice(0, hash) : url.pathname + url.search;
  const query = queryOf(address);
  const path = query === '' ? address : address.slice(0, address.indexOf('?'));
  return { ...page, page_path: withQuery((path || '/') + literal(routeIn(target)), query) };
}

/**
 * The page of a path that a source stores separately. It is a field, not part of an address: a `?` or `#` in it belongs to it.
 * @param path escaped as far as the source escapes it; `''` when it is unknown
 * @param query without its `?`
 */
export function pageOf(host: string, path: string, query = ''): PageFields {
  if (path === '') return {};
  const page_path = withQuery(literal(path), query);
  const url = `http://${host}/${withQuery('', query)}`;
  return host !== '' && parseUrl(url) ? { url, page_path } : { page_path, ...tagsIn(query) };
}

/** The fragment of a hash-routed page, with its `#` and without what follows a `?` or another `#`, as the tracker sends it. */
export const routeIn = (path: string): string => /#[^?#]*/.exec(path)?.[0] ?? '';

/** Without a fragment that is a place on the page: one that begins with `#/` or `#!` names the page. */
export function withoutPlace(address: string): string {
  const hash = address.indexOf('#');
  return hash === -1 || /^[/!]/.test(address.slice(hash + 1)) ? address : address.slice(0, hash);
}

/** Escapes the percent signs of a text that is stored without escapes. */
export const unescaped = (path: string) => path.replaceAll('%', '%25');

const literal = (path: string) => path.replace(/[?#]/g, encodeURIComponent);
const withQuery = (path: string, query: string) =>
  query === '' ? path : `${path}?${query.replaceAll('#', '%23')}`;

const queryOf = (target: string) => /\?(.*)/s.exec(target)?.[1] ?? '';

/** Without a URL, the campaign tags of the query would be ignored. */
function tagsIn(query: string): PageFields {
  if (!query.includes('utm_')) return {};
  return Object.fromEntries([...new URLSearchParams(query)].filter(([name]) => tagNames.has(name)));
}

const rooted = (target: string) => (target.startsWith('/') ? target : `/${target}`);

/** The package of an Android app, such as `com.google.android.gm`. No host begins like this, but `com.de` and `org.uk` do. */
const appPackage = /^(?:com|org)\.[a-z]\w{2,}(?:\.[a-z]\w*)*(?:\/|$)/i;

/** An address that a source keeps without its scheme. */
export function withScheme(address: string): string {
  if (address === '' || /^[a-z][a-z\d+.-]*:/i.test(address)) return address;
  return `${appPackage.test(address) ? 'android-app' : 'https'}://${address}`;
}
