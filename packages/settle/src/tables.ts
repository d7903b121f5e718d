import { sessionProperties } from '@tallyhouse/ping/session-properties';
import settledPageviews from './fill/settled_pageviews.sql';
import settledSessions from './fill/settled_sessions.sql';
import settledSources from './fill/settled_sources.sql';
import settledTotals from './fill/settled_totals.sql';
import settledVisitors from './fill/settled_visitors.sql';

/** Which days a changed session touches, besides the one of its hour, and the one before when that hour is the first. */
export interface ChangeRule {
  /** How many of the following days. */
  daysAfter: number;
  /** Whether a ping that was stored a day or more after it happened touches all following days. */
  reachesPresent: boolean;
}

export const changeRules = {
  /** Its pings lie up to a day after the time in its id. */
  session: { daysAfter: 1, reachesPresent: false },
  /**
   * It may be an earlier visit of a visitor, and so move the first visit away from a later day. What was settled was stored,
   * so it happened 10 minutes from now at most. A ping that is not late is at most a day old, and its session hour 25 more:
   * 50 hours back from the first moment of a day lie three days earlier.
   */
  visitor: { daysAfter: 3, reachesPresent: true },
} as const satisfies Record<string, ChangeRule>;

/** A table of settled days, and the query that fills a day of it from the entity tables. */
export interface SettledTable {
  name: SettledTableName;
  /**
   * Takes `{stage}`, the table to fill; `{day}`; `{from}` and `{until}`, its limits in milliseconds, as ClickHouse's minmax
   * index loses the last second of a day that is compared with a DateTime (seen on 26.7); `{key_from}` and `{key_until}`,
   * the session hours that can touch the day; and `{watermark}`. In the text a block comment that says `properties` stood for
   * the columns of sessionProperties, each followed by a comma.
   */
  fill: string;
  changes: keyof typeof changeRules;
}

export type SettledTableName =
  | 'settled_sessions'
  | 'settled_pageviews'
  | 'settled_visitors'
  | 'settled_totals'
  | 'settled_sources';

/** All of them, in the order in which a day is rebuilt. */
export const settledTables: readonly SettledTable[] = [
  { name: 'settled_totals', fill: settledTotals, changes: 'session' },
  { name: 'settled_sources', fill: settledSources, changes: 'session' },
  { name: 'settled_sessions', fill: withProperties(settledSessions), changes: 'session' },
  { name: 'settled_pageviews', fill: withProperties(settledPageviews), changes: 'session' },
  { name: 'settled_visitors', fill: settledVisitors, changes: 'visitor' },
];

function withProperties(fill: string): string {
  const columns = Object.keys(sessionProperties).map((name) => `${name}, `);
  return fill.replaceAll('/* properties */', columns.join(''));
}
