import { pageMeant } from '@tallyhouse/ping';

/**
 * `*` stands for any text. A path ends without a slash, so /admin/* means /admin too, which was /admin/. A pattern may also be written as
 * browsers show an address.
 */
export function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const isAddress = (pattern: string) => !/^\*|[?#]/.test(pattern);
  const forms = patterns
    .flatMap((pattern) => (isAddress(pattern) ? [pattern, pageMeant(pattern, [])] : pattern))
    .map((pattern) => pattern.split('*'));
  return (path) => forms.some((parts) => fits(path, parts) || fits(`${path}/`, parts));
}

/**
 * Whether a path consists of these parts in their order, with any text between them. By searching, because the time of a regular
 * expression with several stars explodes on a path that a sender chose.
 */
function fits(path: string, [first = '', ...others]: readonly string[]): boolean {
  const last = others.pop();
  if (last === undefined) return path === first;
  if (!path.startsWith(first)) return false;
  let from = first.length;
  for (const part of others) {
    const at = path.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return path.length - from >= last.length && path.endsWith(last);
}
