/**
 * The path and the query (with its `?`) of a request's target. Only the first `?` separates them: a query may contain more.
 * @param target as sent: `/path?query`, or a whole address, as some proxies send it
 */
export function splitTarget(target: string): { path: string; query: string } {
  const local = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?]*/i, '');
  const query = local.indexOf('?');
  return query === -1
    ? { path: local, query: '' }
    : { path: local.slice(0, query), query: local.slice(query) };
}
