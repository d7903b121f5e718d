import { pingFields } from './fields.ts';
import { parseUrl } from './parse-url.ts';
import { storableText } from './text.ts';

const longestPath = pingFields.page_path.rule.max;
/** One UTF-16 unit takes at most nine characters when escaped (`%E2%82%AC`), so the rest cannot matter. */
const longestEscapedPath = longestPath * 9;

/**
 * Normalizes a path: no query or fragment, percent-decoded once, a leading `/`, no trailing `/` except the root's, at
 * most 2,000 characters.
 */
export function normalisePath(given: string): string {
  const end = given.search(/[?#]/);
  const escaped = (end === -1 ? given : given.slice(0, end)).slice(0, longestEscapedPath);
  const decoded = escaped.includes('%') ? decodeOnce(escaped) : escaped;
  const rooted = decoded.startsWith('/') ? decoded : `/${decoded}`;
  return withoutTrailingSlashes(storableText(rooted, longestPath)) || '/';
}

/** Sequences of the lengths in UTF-8, so that a malformed one does not spoil its neighbours. */
const escapes =
  /%[0-7][0-9a-f]|%[cd][0-9a-f]%[89ab][0-9a-f]|%e[0-9a-f](?:%[89ab][0-9a-f]){2}|%f[0-7](?:%[89ab][0-9a-f]){3}/gi;

/** Anything that is not UTF-8 (`%FF`, the overlong `%C0%AF`, a bare `%`) stays as it is. */
function decodeOnce(path: string): string {
  return path.replace(escapes, (sequence) => {
    try {
      return decodeURIComponent(sequence);
    } catch {
      return sequence;
    }
  });
}

/** A loop, because `/\/+$/` takes quadratic time on a path of slashes. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/** The parameters in the query of an address or a path. */
export function queryIn(address: string): [string, string][] {
  const query = /^[^?#]*\?([^#]*)/.exec(address)?.[1];
  return [...new URLSearchParams(query)];
}

/**
 * A normalized path with the parameters of its address that name a page.
 * @param names of these, in a fixed order: so a page has one path however its address is written
 */
export function withKeptQuery(
  path: string,
  query: readonly [string, string][],
  names: readonly string[],
): string {
  const kept = names.flatMap((name) => query.filter(([sent]) => sent === name));
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`.slice(0, longestPath);
}

/**
 * The path under which pings of a page are stored, from its path or its whole address as a browser shows them.
 * @param queryParameters those of the site that name a page
 */
export function pageMeant(page: string, queryParameters: readonly string[]): string {
  const url = /^https?:\/\//i.test(page) ? parseUrl(page) : undefined;
  const path = url ? `${url.pathname}${url.search}` : page;
  if (queryParameters.length === 0) return normalisePath(path);
  return withKeptQuery(normalisePath(path), queryIn(path), queryParameters);
}
