import { propertyColumns } from '@tallyhouse/ping/session-properties';
import settledEvents from './fill/settled_events.sql';
import settledPageviews from './fill/settled_pageviews.sql';
import settledPaths from './fill/settled_paths.sql';
import settledSessions from './fill/settled_sessions.sql';
import settledSources from './fill/settled_sources.sql';
import settledTotals from './fill/settled_totals.sql';
import settledVisitors from './fill/settled_visitors.sql';

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
  /**
   * Takes `{stage}`, the table to fill; `{day}`; `{from}` and `{until}`, its limits in milliseconds, as ClickHouse's minmax
   * index loses the last second of a day that is compared with a DateTime (seen on 26.7); `{key_from}` and `{key_until}`,
   * the session hours that can affect the day; and `{watermark}`. In the files,
   * `{properties}` stands for propertyColumns.
   */
  fill: string;
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

/** All settled tables, in the order in which a day is rebuilt. */
export const settledTables: readonly SettledTable[] = [
  { name: 'settled_totals', fill: settledTotals, changes: 'session' },
  { name: 'settled_sources', fill: settledSources, changes: 'session' },
  { name: 'settled_sessions', fill: withProperties(settledSessions), changes: 'session' },
  { name: 'settled_pageviews', fill: withProperties(settledPageviews), changes: 'session' },
  { name: 'settled_visitors', fill: settledVisitors, changes: 'visitor' },
  { name: 'settled_events', fill: withProperties(settledEvents), changes: 'event' },
  { name: 'settled_paths', fill: settledPaths, changes: 'path' },
];

function withProperties(fill: string): string {
  return fill.replaceAll('{properties}', propertyColumns);
}
