/** What reports ask rows for: each question is a text of this folder, which arms.ts puts on the tables that can answer it. */

import type { SettledTableName } from '@tallyhouse/settle';
import type { Filter } from '../filter/filter.ts';
import deviceVisits from './device_visits.sql';
import dimensionVisits from './dimension_visits.sql';
import focusTimes from './focus_times.sql';
import newVisitors from './new_visitors.sql';
import pageFlowLive from './page_flow.live.sql';
import pageFlow from './page_flow.sql';
import pageReadings from './page_readings.sql';
import pageViewsLive from './page_views.live.sql';
import pageViews from './page_views.sql';
import placeVisits from './place_visits.sql';
import sessionTotals from './session_totals.sql';
import siteViews from './site_views.sql';
import siteViewsSums from './site_views.sums.sql';
import sourceVisits from './source_visits.sql';
import sourceVisitsSums from './source_visits.sums.sql';
import totals from './totals.sql';
import totalsSums from './totals.sums.sql';
import visitorViews from './visitor_views.sql';

export interface RowSet {
  /** Selects the rows from `/* from: pageviews *\/`, sessions or visitors. */
  sql: string;
  /** The settled tables that it reads. */
  tables: readonly SettledTableName[];
  /** The same for live rows, where these need another text. */
  live?: string;
  /**
   * What answers for whole days without a filter. A projection answers `sql` itself; a sum table has a text of its own, and
   * may answer for whole quarters of an hour.
   */
  sums?: { by: 'projection' } | { by: 'day' | 'quarter'; sql: string };
  /** Whether it is about all sites: site and filters then do not count. */
  everySite?: true;
}

const byProjection = { by: 'projection' } as const;

export const rowSets = {
  totals: {
    sql: totals,
    tables: ['settled_pageviews', 'settled_sessions', 'settled_totals'],
    sums: { by: 'quarter', sql: totalsSums },
  },
  site_views: {
    sql: siteViews,
    tables: ['settled_pageviews', 'settled_totals'],
    sums: { by: 'quarter', sql: siteViewsSums },
    everySite: true,
  },
  new_visitors: { sql: newVisitors, tables: ['settled_visitors'], sums: byProjection },
  visitor_views: { sql: visitorViews, tables: ['settled_pageviews'] },
  session_totals: { sql: sessionTotals, tables: ['settled_sessions'] },
  page_views: { sql: pageViews, live: pageViewsLive, tables: ['settled_pageviews'], sums: byProjection },
  page_flow: { sql: pageFlow, live: pageFlowLive, tables: ['settled_pageviews'], sums: byProjection },
  page_readings: { sql: pageReadings, tables: ['settled_pageviews'], sums: byProjection },
  focus_times: { sql: focusTimes, tables: ['settled_pageviews'], sums: byProjection },
  source_visits: {
    sql: sourceVisits,
    tables: ['settled_sessions', 'settled_sources'],
    sums: { by: 'day', sql: sourceVisitsSums },
  },
  place_visits: { sql: placeVisits, tables: ['settled_sessions'], sums: byProjection },
  device_visits: { sql: deviceVisits, tables: ['settled_sessions'], sums: byProjection },
  dimension_visits: { sql: dimensionVisits, tables: ['settled_sessions'] },
} satisfies Record<string, RowSet>;

export type RowSetName = keyof typeof rowSets;

const marker = /\/\* rows: (\w+) \*\//g;

/** The row sets that the SQL of a report names. @throws Error when there is no such source */
export function rowSetsIn(sql: string): RowSetName[] {
  const names = new Set([...sql.matchAll(marker)].map(([, name]) => name));
  return [...names].map((name) => {
    if (name === undefined || !isRowSet(name)) throw new Error(`no such rows: ${name}`);
    return name;
  });
}

const isRowSet = (name: string): name is RowSetName => name in rowSets;

/** The settled tables that can answer under these filters: none if a filter is on more than properties of sessions. */
export function settledTablesFor(name: RowSetName, filters: readonly Filter[]): readonly SettledTableName[] {
  const { tables, everySite }: RowSet = rowSets[name];
  if (everySite || filters.every(({ dimension }) => dimension.holder === 'session')) return tables;
  return [];
}
