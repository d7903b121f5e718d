import {
  columnsInPlace,
  columnsOfFirstVisits,
  columnsOfPaths,
  columnsOfTotals,
  type DayWindow,
  eventRows,
  firstVisitsOfDay,
  pageviewsInPlace,
  pathsOfDay,
  sessionRows,
  totalsOfDay,
} from '@tallyhouse/facts';
import { propertyNames } from '@tallyhouse/ping/session-properties';
import { final, raw, type Sql, sql } from '@tallyhouse/sql';

/** The subjects of settled tables. `changed_days` has for each of them when a day last changed (clickhouse/migrations/0007_changes.sql). */
export type Fact = 'session' | 'visitor' | 'path' | 'event';

/** A settled table, and the query that fills a day of it from the entity tables. */
export interface SettledTable {
  name: SettledTableName;
  /** The columns that a fill selects, in their order, besides `day` and `watermark`. */
  columns: readonly string[];
  /** Selects the rows of a day from the entity tables. */
  fill(day: DayWindow): Sql;
  fact: Fact;
}

export type SettledTableName =
  | 'settled_sessions'
  | 'settled_pageviews'
  | 'settled_visitors'
  | 'settled_events'
  | 'settled_paths'
  | 'settled_totals'
  | 'settled_sources';

const ofSession = ['site_id', 'session_hour', 'session_id', 'visitor_id'];

const ofSessions = [
  ...ofSession,
  'first_seen_at',
  'duration_ms',
  'bounced',
  'pageviews',
  'exit_page',
  ...propertyNames,
];

const ofEvents = [
  ...ofSession,
  'event',
  'occurred_at',
  'ping_id',
  'event_id',
  'is_first',
  'page_path',
  'props',
  'amount',
  'currency',
  'exit_page',
  ...propertyNames,
];

const sourcesOfDay = ({ key, at }: DayWindow) => sql`
select
    site_id,
    source,
    medium,
    count() as visits,
    uniqCombined64State(17)(visitor_id) as visitors,
    countIf(bounced) as bounces
from ${final('sessions')}
where ${key}
  and ${at('first_seen_at')}
group by
    site_id,
    source,
    medium`;

/** All settled tables, in the order in which a day is rebuilt. */
export const settledTables: readonly SettledTable[] = [
  { name: 'settled_totals', columns: columnsOfTotals, fill: totalsOfDay, fact: 'session' },
  {
    name: 'settled_sources',
    columns: ['site_id', 'source', 'medium', 'visits', 'visitors', 'bounces'],
    fill: sourcesOfDay,
    fact: 'session',
  },
  {
    name: 'settled_sessions',
    columns: ofSessions,
    fill: (day) => sessionRows(ofSessions, day),
    fact: 'session',
  },
  { name: 'settled_pageviews', columns: columnsInPlace, fill: pageviewsInPlace, fact: 'session' },
  { name: 'settled_visitors', columns: columnsOfFirstVisits, fill: firstVisitsOfDay, fact: 'visitor' },
  {
    name: 'settled_events',
    columns: ofEvents,
    fill: ({ site, at, eventHours }) =>
      eventRows(ofEvents, { site, ofSites: raw('true'), near: eventHours, at }),
    fact: 'event',
  },
  { name: 'settled_paths', columns: columnsOfPaths, fill: pathsOfDay, fact: 'path' },
];
