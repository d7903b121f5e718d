import type { Source } from './known-hosts.ts';

/** Query parameter in lower case -> the network whose ads have it, as in `click-ids.json`. */
export type ClickIdTable = Readonly<Record<string, string>>;

/** Names and values of a query, in its order. */
export type Query = Iterable<readonly [string, string]>;

/**
 * Finds which network's ad was clicked, from the landing page's query.
 *
 * Trap: Facebook adds `fbclid` to every outgoing link, not only to ads, so some `paid` visits came from a plain post. The
 * two cannot be distinguished; links tagged with `utm_medium` are not affected.
 */
export function createClickIds(table: ClickIdTable): (query: Query) => Source | undefined {
  const sources = new Map(Object.entries(table).map(([id, source]) => [id, { source, medium: 'paid' }]));
  return (query) => {
    let found: Source | undefined;
    // The last one wins: a link copied from an ad keeps that ad's id, and the next network appends its own.
    for (const [name, value] of query) {
      if (value !== '') found = sources.get(name.toLowerCase()) ?? found;
    }
    return found;
  };
}
