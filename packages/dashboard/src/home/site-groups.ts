import type { Listed } from './site-orders.ts';

/** Sites under one heading, with their sums. Visitors do not add up: one may visit several sites. */
export interface SiteGroup {
  /** null: the sites without a group. */
  name: string | null;
  sites: readonly Listed[];
  sessions: number;
  pageviews: number;
  /** How many of the sites are silent. */
  silent: number;
  /** Pageviews over the period. */
  sparkline: readonly number[];
}

/** @returns the groups by name, the sites without one last; within each the sites keep their order */
export function groupsOf(sites: readonly Listed[]): SiteGroup[] {
  const byName = new Map<string | null, Listed[]>();
  for (const listed of sites) {
    const { group } = listed.site;
    const known = byName.get(group);
    if (known) known.push(listed);
    else byName.set(group, [listed]);
  }
  return [...byName]
    .map(([name, own]) => ({
      name,
      sites: own,
      sessions: sum(own, ({ site }) => site.sessions),
      pageviews: sum(own, ({ site }) => site.pageviews),
      silent: own.filter(({ silentMs }) => silentMs !== undefined).length,
      sparkline: (own[0]?.site.sparkline ?? []).map((_, at) =>
        sum(own, ({ site }) => site.sparkline[at] ?? 0),
      ),
    }))
    .sort((a, b) => (a.name === null ? 1 : b.name === null ? -1 : a.name.localeCompare(b.name)));
}

function sum(sites: readonly Listed[], of: (listed: Listed) => number): number {
  return sites.reduce((total, listed) => total + of(listed), 0);
}
