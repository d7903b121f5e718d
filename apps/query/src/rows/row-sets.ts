/** The row sets of reports: each is a .sql file of this folder, which arms.ts runs on the tables that have its rows. */

import type { Filter } from '@tallyhouse/filter';
import type { SettledTableName } from '@tallyhouse/settle';
import bucketNewcomers from './bucket_newcomers.sql';
import deviceVisits from './device_visits.sql';
import dimensionVisits from './dimension_visits.sql';
import eventBuckets from './event_buckets.sql';
import eventBucketsSums from './event_buckets.sums.sql';
import eventConversions from './event_conversions.sql';
import eventCounts from './event_counts.sql';
import eventCountsSums from './event_counts.sums.sql';
import eventProperties from './event_properties.sql';
import eventRows from './event_rows.sql';
import eventValues from './event_values.sql';
import firstVisits from './first_visits.sql';
import focusTimes from './focus_times.sql';
import journeyEvents from './journey_events.sql';
import journeyViewsLive from './journey_views.live.sql';
import journeyViews from './journey_views.sql';
import newVisitors from './new_visitors.sql';
import newVisitorsSums from './new_visitors.sums.sql';
import pageConversionsLive from './page_conversions.live.sql';
import pageConversions from './page_conversions.sql';
import pageEntries from './page_entries.sql';
import pageFlowLive from './page_flow.live.sql';
import pageFlow from './page_flow.sql';
import pageReadings from './page_readings.sql';
import pageViewsLive from './page_views.live.sql';
import pageViews from './page_views.sql';
import pageVisitors from './page_visitors.sql';
import placeVisits from './place_visits.sql';
import sessionEvents from './session_events.sql';
import sessionPathsLive from './session_paths.live.sql';
import sessionPaths from './session_paths.sql';
import sessionTotals from './session_totals.sql';
import sessionVisitors from './session_visitors.sql';
import siteViews from './site_views.sql';
import siteViewsSums from './site_views.sums.sql';
import siteVisits from './site_visits.sql';
import siteVisitsSums from './site_visits.sums.sql';
import sourceVisits from './source_visits.sql';
import sourceVisitsSums from './source_visits.sums.sql';
import stepEvents from './step_events.sql';
import stepViews from './step_views.sql';
import titles from './titles.sql';
import totalsCounts from './totals.counts.sql';
import totals from './totals.sql';
import totalsSums from './totals.sums.sql';
import visitorPeriods from './visitor_periods.sql';
import visitorViews from './visitor_views.sql';

export interface RowSet {
  /** Selects the rows from `/* from: pageviews *\/`, sessions, visitors or events; or from a table that no range narrows. */
  sql: string;
  /** The settled tables that it reads. */
  tables: readonly SettledTableName[];
  /** The SQL for live rows, where it differs. */
  live?: string;
  /**
   * What serves whole units of time without a filter: a projection, which runs `sql` itself, or with SQL of its own (`table`) a sum
   * table, or sums that the report's buckets are made of; and maybe another one (`counts`) for stored buckets between two starts
   * of the report's buckets.
   */
  sums?:
    | { by: 'hour' | 'day'; table?: never; counts?: never }
    | { by: 'day' | 'hour' | 'quarter'; table: string; counts?: string };
  /** Whether filters have no effect. */
  unfiltered?: true;
  /** Whether rows count for their sessions: then a filter on pages or events selects sessions, and one on pages needs the entity tables. */
  ofSessions?: true;
  /**
   * How several shards are read. `apart`: each shard runs the SQL on its own rows, the default. `together`: the rows of its
   * tables come together first, as one key has rows on several shards. `here`: it is part of SQL that runs on a shard.
   */
  shards?: 'apart' | 'together' | 'here';
}

const [byHour, byDay] = [{ by: 'hour' }, { by: 'day' }] as const;

export const rowSets = {
  totals: {
    sql: totals,
    tables: ['settled_pageviews', 'settled_sessions', 'settled_totals'],
    sums: { by: 'quarter', table: totalsSums, counts: totalsCounts },
  },
  site_views: {
    sql: siteViews,
    tables: ['settled_pageviews', 'settled_totals'],
    sums: { by: 'quarter', table: siteViewsSums },
  },
  site_visits: {
    sql: siteVisits,
    tables: ['settled_pageviews', 'settled_sessions', 'settled_totals'],
    sums: { by: 'quarter', table: siteVisitsSums },
  },
  new_visitors: {
    sql: newVisitors,
    tables: ['settled_visitors'],
    sums: { by: 'day', table: newVisitorsSums },
    shards: 'together',
  },
  bucket_newcomers: {
    sql: bucketNewcomers,
    tables: ['settled_visitors'],
    unfiltered: true,
    shards: 'together',
  },
  visitor_views: { sql: visitorViews, tables: ['settled_pageviews'] },
  session_totals: { sql: sessionTotals, tables: ['settled_sessions'] },
  page_views: { sql: pageViews, live: pageViewsLive, tables: ['settled_pageviews'], sums: byDay },
  page_flow: { sql: pageFlow, live: pageFlowLive, tables: ['settled_pageviews'], sums: byDay },
  page_readings: { sql: pageReadings, tables: ['settled_pageviews'], sums: byDay },
  focus_times: { sql: focusTimes, tables: ['settled_pageviews'], sums: byDay },
  source_visits: {
    sql: sourceVisits,
    tables: ['settled_sessions', 'settled_sources'],
    sums: { by: 'day', table: sourceVisitsSums },
  },
  place_visits: { sql: placeVisits, tables: ['settled_sessions'], sums: byHour },
  device_visits: { sql: deviceVisits, tables: ['settled_sessions'], sums: byHour },
  dimension_visits: { sql: dimensionVisits, tables: ['settled_sessions'] },
  event_counts: {
    sql: eventCounts,
    tables: ['settled_events'],
    sums: { by: 'day', table: eventCountsSums },
  },
  event_properties: { sql: eventProperties, tables: ['settled_events'] },
  event_values: { sql: eventValues, tables: ['settled_events'] },
  event_buckets: {
    sql: eventBuckets,
    tables: ['settled_events'],
    sums: { by: 'day', table: eventBucketsSums },
  },
  event_rows: { sql: eventRows, tables: ['settled_events'] },
  event_conversions: { sql: eventConversions, tables: ['settled_events'], ofSessions: true },
  page_conversions: {
    sql: pageConversions,
    live: pageConversionsLive,
    tables: ['settled_pageviews'],
    ofSessions: true,
  },
  session_visitors: { sql: sessionVisitors, tables: ['settled_sessions'] },
  page_visitors: { sql: pageVisitors, tables: ['settled_pageviews'] },
  page_entries: { sql: pageEntries, tables: ['settled_pageviews'], unfiltered: true },
  step_views: { sql: stepViews, tables: ['settled_pageviews'], ofSessions: true },
  step_events: { sql: stepEvents, tables: ['settled_events'], ofSessions: true },
  first_visits: { sql: firstVisits, tables: ['settled_visitors'], unfiltered: true, shards: 'together' },
  visitor_periods: { sql: visitorPeriods, tables: ['settled_pageviews'], ofSessions: true },
  journey_views: {
    sql: journeyViews,
    live: journeyViewsLive,
    tables: ['settled_pageviews'],
    ofSessions: true,
  },
  session_paths: {
    sql: sessionPaths,
    live: sessionPathsLive,
    tables: ['settled_paths'],
    sums: byDay,
    ofSessions: true,
  },
  journey_events: { sql: journeyEvents, tables: ['settled_events'], ofSessions: true },
  session_events: { sql: sessionEvents, tables: ['settled_events'], unfiltered: true, shards: 'here' },
  /** They have no time. */
  titles: { sql: titles, tables: [], unfiltered: true, shards: 'together' },
} satisfies Record<string, RowSet>;

export type RowSetName = keyof typeof rowSets;

const placeholder = /\/\* rows: (\w+) \*\//g;

/** The row sets that a report's SQL names. @throws Error for an unknown name */
export function rowSetsIn(sql: string): RowSetName[] {
  const names = new Set([...sql.matchAll(placeholder)].map(([, name]) => name));
  return [...names].map((name) => {
    if (name === undefined || !isRowSet(name)) throw new Error(`no such rows: ${name}`);
    return name;
  });
}

const isRowSet = (name: string): name is RowSetName => name in rowSets;

/**
 * The settled tables that can serve a row set under these filters. They have the properties and exit pages of sessions, and
 * settled_pageviews the page, which selects no sessions; settled_paths has neither. Filters on events come from a row set of their
 * own. Other filters need the entity tables.
 * @param views conditions on the pageviews that a row set selects, whether filters have an effect or not
 */
export function settledTablesFor(
  name: RowSetName,
  filters: readonly Filter[],
  views: readonly Filter[] = [],
): readonly SettledTableName[] {
  const { sql, tables, ofSessions, unfiltered }: RowSet = rowSets[name];
  if (tables.includes('settled_events')) return tables;
  if (tables.includes('settled_paths') && filters.length > 0) return [];
  const conditions = [...(unfiltered ? [] : filters), ...(sql.includes('filter: views') ? views : [])];
  // Rows of a session that holds such a page need not be of the page themselves.
  const ofPageviews = !ofSessions && tables.every((table) => table === 'settled_pageviews');
  const isServed = ({ dimension: { holder, column } }: Filter) =>
    holder === 'site' ||
    holder === 'session' ||
    holder === 'exit' ||
    holder === 'event' ||
    (column === 'page_path' && ofPageviews);
  return conditions.every(isServed) ? tables : [];
}
