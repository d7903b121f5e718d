import type { Filter } from '@tallyhouse/filter';
import type { SettledTableName } from '@tallyhouse/settle';
import { empty, type Sql } from '@tallyhouse/sql';
import type { About, Span } from './about.ts';

/**
 * The rows of facts on some days, from any table. Each is a subquery with an alias, `session_rows`, `pageview_rows`, `event_rows`,
 * `visitor_rows`, `crawl_rows` or `path_rows`, and the requested columns.
 */
export interface From {
  about: About;
  sessions(columns: readonly string[]): Sql;
  pageviews(columns: readonly string[], where?: Sql): Sql;
  events(columns: readonly string[], where?: Sql): Sql;
  visitors(columns: readonly string[]): Sql;
  crawls(columns: readonly string[]): Sql;
  paths(): Sql;
}

/** Rows from the entity tables. */
export interface LiveFrom extends From {
  /** All pageviews of the sessions near the days; `passes` says whether one passes the filter, `is_in_spans` whether it is of the days. */
  sessionPageviews(...columns: string[]): Sql;
  /** All of these sessions, begun at any time. */
  itsSessions(...columns: string[]): Sql;
  /** Events of any time that name these sessions. */
  sessionEvents(): Sql;
}

/** Settled days, hours or quarter hours, whole. */
export interface SumsFrom extends From {
  spans: readonly Span[];
  /** @param buckets the condition on the stored buckets */
  totals(buckets: Sql): Sql;
  sources(): Sql;
}

/**
 * Rows of a report, or their sums. reader.ts runs the SQL on the tables that have them; a relation may have several rows of one key, which
 * the report adds up.
 */
export interface Relation {
  /** The settled tables that it reads. */
  tables: readonly SettledTableName[];
  rows(from: From): Sql;
  /** The SQL for live rows, where it differs. */
  live?(from: LiveFrom): Sql;
  /**
   * What serves whole units of time without a filter: a projection, which serves `rows` itself, or sums with SQL of their own. `bucketed`:
   * whether it sorts the sums into the report's buckets; then each unit must be within one.
   */
  sums?: { by: 'quarter' | 'hour' | 'day'; rows?(from: SumsFrom): Sql; bucketed?: true };
  /** Whether it counts the first views of a page: on whole days a session may have viewed the page before the start of the range. */
  countsFirstViews?: true;
  unfiltered?: true;
  /** Conditions on the rows themselves, even where filters have no effect. */
  conditions?: readonly Filter[];
  /**
   * Whether rows count for their sessions: then filters on pages or events select sessions, and filters on pages need the entity tables.
   */
  countsForSessions?: true;
  /**
   * Where the SQL runs on several shards: on each, over its own rows (the default); over their rows combined, because one key has rows on
   * several; or within SQL that runs on one.
   */
  shards?: 'each' | 'combined' | 'within one';
}

/** The settled tables that have rows with these columns: pageviews lack their referrer. */
export const settledWith = (
  columns: readonly string[],
  tables: readonly SettledTableName[],
): readonly SettledTableName[] => (columns.includes('referrer') ? [] : tables);

/** The columns that a relation reads from settled tables. */
export function settledColumnsOf({ rows, sums }: Relation, about: About): string[] {
  const columns: string[] = [];
  const note = (asked: readonly string[]) => {
    columns.push(...asked);
    return empty;
  };
  const from: SumsFrom = {
    about,
    spans: [],
    sessions: note,
    pageviews: note,
    events: note,
    visitors: note,
    crawls: note,
    paths: () => empty,
    totals: () => empty,
    sources: () => empty,
  };
  rows(from);
  sums?.rows?.(from);
  return columns;
}
