import type { Site } from '../api/reports.ts';

/** A site in the list, with its current state. */
export interface Listed {
  site: Site;
  /** Its name, or its id without one. */
  name: string;
  /** Current visitors. */
  online: number;
  /** Milliseconds since its last ping, if that is longer than usual for it. */
  silentMs: number | undefined;
}

/** The orders of the list. The first one is the default. */
export const siteOrders = [
  'visitors',
  'sessions',
  'pageviews',
  'change',
  'online',
  'silence',
  'name',
] as const;
export type SiteOrder = (typeof siteOrders)[number];

const byName = (a: Listed, b: Listed) => a.name.localeCompare(b.name);

/** The value of a site in each order, largest first. Sites without a value come last. */
const values: Readonly<Record<Exclude<SiteOrder, 'name'>, (listed: Listed) => number | null>> = {
  visitors: ({ site }) => site.unique_visitors,
  sessions: ({ site }) => site.sessions,
  pageviews: ({ site }) => site.pageviews,
  change: ({ site }) => site.change,
  online: ({ online }) => online,
  // Silent sites first, then those whose last ping is the oldest.
  silence: ({ site: { last_ping_at }, silentMs }) =>
    silentMs ?? (last_ping_at === null ? null : -Date.parse(last_ping_at)),
};

/** @returns the sites in an order; ties by name */
export function ordered(sites: readonly Listed[], order: SiteOrder): Listed[] {
  if (order === 'name') return sites.toSorted(byName);
  const value = (listed: Listed) => values[order](listed) ?? Number.NEGATIVE_INFINITY;
  return sites.toSorted((a, b) => value(b) - value(a) || byName(a, b));
}
