import { propertyColumns } from '@tallyhouse/ping/session-properties';
import settledEvents from './fill/settled_events.sql';
import settledPageviews from './fill/settled_pageviews.sql';
import settledPaths from './fill/settled_paths.sql';
import settledSessions from './fill/settled_sessions.sql';
import settledSources from './fill/settled_sources.sql';
import settledTotals from './fill/settled_totals.sql';
import settledVisitors from './fill/settled_visitors.sql';

/** The subjects of settled tables. `changed_days` has for each of them when a day last changed (clickhouse/migrations/0045_changed_days.sql). */
export type Fact = 'session' | 'visitor' | 'path' | 'event';

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

/** All settled tables, in the order in which a day is rebuilt. */
export const settledTables: readonly SettledTable[] = [
  { name: 'settled_totals', fill: settledTotals, fact: 'session' },
  { name: 'settled_sources', fill: settledSources, fact: 'session' },
  { name: 'settled_sessions', fill: withProperties(settledSessions), fact: 'session' },
  { name: 'settled_pageviews', fill: withProperties(settledPageviews), fact: 'session' },
  { name: 'settled_visitors', fill: settledVisitors, fact: 'visitor' },
  { name: 'settled_events', fill: withProperties(settledEvents), fact: 'event' },
  { name: 'settled_paths', fill: settledPaths, fact: 'path' },
];

function withProperties(fill: string): string {
  return fill.replaceAll('{properties}', propertyColumns);
}
