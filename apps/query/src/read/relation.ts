import type { Filter } from '@tallyhouse/filter';
import type { SettledTableName } from '@tallyhouse/settle';
import { empty, type Sql } from '@tallyhouse/sql';
import type { About, Span } from './about.ts';

/**
 * The rows of facts on some days, wherever these are read. Each is a subquery with an alias, `session_rows`, `pageview_rows`,
 * `event_rows` or `visitor_rows`, of the columns that are asked for.
 */
export interface From {
  about: About;
  sessions(...columns: string[]): Sql;
  pageviews(columns: readonly string[], where?: Sql): Sql;
  events(columns: readonly string[], where?: Sql): Sql;
  visitors(...columns: string[]): Sql;
  paths(): Sql;
}

/** Rows from the entity tables. */
export interface LiveFrom extends From {
  /** All pageviews of the sessions near the days; `passes` says whether one passes the filter, `is_in_spans` also whether it counts. */
  sessionPageviews(...columns: string[]): Sql;
  /** All of these sessions, whenever they began. */
  itsSessions(...columns: string[]): Sql;
  /** The events that name these sessions, at any time. */
  sessionEvents(): Sql;
}

/** Whole days, hours or quarters of an hour that are settled. */
export interface SumsFrom extends From {
  spans: readonly Span[];
  /** @param buckets the condition on the stored buckets */
  totals(buckets: Sql): Sql;
  sources(): Sql;
}

/**
 * Rows of a report, or their sums. reader.ts runs the SQL on the tables that have them; a relation may have several rows of one key,
 * which the report adds up.
 */
export interface Relation {
  /** The settled tables that it reads. */
  tables: readonly SettledTableName[];
  rows(from: From): Sql;
  /** The SQL for live rows, where it differs. */
  live?(from: LiveFrom): Sql;
  /**
   * What serves whole units of time without a filter: a projection, which serves `rows` itself; or sums with SQL of their own.
   * `bucketed`: whether it sorts the sums into the report's buckets, within which a unit must lie then.
   */
  sums?: {
    by: 'quarter' | 'hour' | 'day';
    rows?(from: SumsFrom): Sql;
    bucketed?: true;
  };
  /** Whether it counts the first views of a page: on whole days a session may have viewed the page before the start of the range. */
  countsFirstViews?: true;
  /** Whether filters have no effect. */
  unfiltered?: true;
  /** Conditions on the rows themselves, whether filters have an effect or not. */
  conditions?: readonly Filter[];
  /** Whether rows count for their sessions: then a filter on pages or events selects sessions, and one on pages needs the entity tables. */
  ofSessions?: true;
  /**
   * How several shards are read. `apart`: each shard runs the SQL on its own rows, the default. `together`: the rows of its
   * tables come together first, because one key has rows on several shards. `here`: it is part of SQL that runs on a shard.
   */
  shards?: 'apart' | 'together' | 'here';
}

/** The settled tables that have rows with these columns: pageviews lose the address that led to them. */
export const settledWith = (
  columns: readonly string[],
  tables: readonly SettledTableName[],
): readonly SettledTableName[] => (columns.includes('referrer') ? [] : tables);

/** The columns that a relation asks settled tables for. */
export function settledColumnsOf({ rows, sums }: Relation, about: About): string[] {
  const columns: string[] = [];
  const note = (asked: readonly string[]) => {
    columns.push(...asked);
    return empty;
  };
  const from: SumsFrom = {
    about,
    spans: [],
    sessions: (...asked) => note(asked),
    pageviews: note,
    events: note,
    visitors: (...asked) => note(asked),
    paths: () => empty,
    totals: () => empty,
    sources: () => empty,
  };
  rows(from);
  sums?.rows?.(from);
  return columns;
}
