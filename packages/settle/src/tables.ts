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

/** The days that a changed session affects besides the day of its hour, and the day before when that is one of the first hours (`idLead`). */
export interface ChangeRule {
  /** Number of following days. */
  daysAfter: number;
  /** Whether a ping that was stored a day or more after its time affects all following days. */
  reachesPresent: boolean;
}

export const changeRules = {
  /** Its pings lie up to a day after the time in its id. */
  session: { daysAfter: 1, reachesPresent: false },
  /**
   * A changed session may be an earlier visit of a visitor, and so move the first visit away from a later day. A stored ping
   * is at most 10 minutes (`pingLead`) ahead of now. A ping that is not late is at most a day old, and its session hour up to 25 hours
   * older: 50 hours before the start of a day are within the three days before it.
   */
  visitor: { daysAfter: 3, reachesPresent: true },
  /** As a session. Events that name it change it too, whenever they happen. */
  path: { daysAfter: 1, reachesPresent: false },
} as const satisfies Record<string, ChangeRule>;

/** A settled table, and the query that fills a day of it from the entity tables. */
export interface SettledTable {
  name: SettledTableName;
  /** The columns that a fill selects, in their order, besides `day` and `watermark`. */
  columns: readonly string[];
  /** Selects the rows of a day from the entity tables. */
  fill(day: DayWindow): Sql;
  /** Which changes touch a day: a rule about sessions, or those that changed_events lists by day. */
  changes: keyof typeof changeRules | 'event';
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
  { name: 'settled_totals', columns: columnsOfTotals, fill: totalsOfDay, changes: 'session' },
  {
    name: 'settled_sources',
    columns: ['site_id', 'source', 'medium', 'visits', 'visitors', 'bounces'],
    fill: sourcesOfDay,
    changes: 'session',
  },
  {
    name: 'settled_sessions',
    columns: ofSessions,
    fill: (day) => sessionRows(ofSessions, day),
    changes: 'session',
  },
  { name: 'settled_pageviews', columns: columnsInPlace, fill: pageviewsInPlace, changes: 'session' },
  { name: 'settled_visitors', columns: columnsOfFirstVisits, fill: firstVisitsOfDay, changes: 'visitor' },
  {
    name: 'settled_events',
    columns: ofEvents,
    fill: ({ site, at, eventHours }) =>
      eventRows(ofEvents, { site, ofSites: raw('true'), near: eventHours, at }),
    changes: 'event',
  },
  { name: 'settled_paths', columns: columnsOfPaths, fill: pathsOfDay, changes: 'path' },
];
