import { pageMeant } from '@tallyhouse/ping';

/**
 * `*` stands for any text. A path ends without a slash, so /admin/* means /admin too, which was /admin/. A pattern may also be written as
 * browsers show an address.
 */
export function pathMatcher(patterns: readonly string[]): (path: string) => boolean {
  const isAddress = (pattern: string) => !/^\*|[?#]/.test(pattern);
  const written = patterns.flatMap((pattern) =>
    isAddress(pattern) ? [pattern, pageMeant(pattern, [])] : pattern,
  );
  const forms = [...new Set(written)].map((pattern) => pattern.split('*'));
  return (path) => {
    const folder = `${path}/`;
    return forms.some((parts) => fits(path, parts) || fits(folder, parts));
  };
}

/**
 * Whether a path consists of these parts in their order, with any text between them. By searching, because the time of a regular
 * expression with several stars explodes on a path that a sender chose.
 */
function fits(path: string, parts: readonly string[]): boolean {
  const [first = ''] = parts;
  // First, as it decides for nearly all: taken apart before, 10,000 patterns took 1.5 ms of a ping, not 0.2.
  if (!path.startsWith(first)) return false;
  if (parts.length === 1) return path === first;
  const last = parts.at(-1) ?? '';
  let from = first.length;
  for (const part of parts.slice(1, -1)) {
    const at = path.indexOf(part, from);
    if (at === -1) return false;
    from = at + part.length;
  }
  return path.length - from >= last.length && path.endsWith(last);
}
