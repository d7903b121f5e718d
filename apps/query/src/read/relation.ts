import type { Filter } from '@tallyhouse/filter';
import type { SettledTableName } from '@tallyhouse/settle';
import type { Sql } from '@tallyhouse/sql';
import type { About } from './about.ts';

/**
 * The rows of facts on some days, wherever these are read. Each is a subquery with an alias, `session_rows`, `pageview_rows`,
 * `event_rows` or `visitor_rows`, of the columns that are asked for.
 */
export interface From {
  about: About;
  sessions(...columns: string[]): Sql;
  pageviews(columns: readonly string[], where?: Sql): Sql;
  events(columns: readonly string[], where?: Sql): Sql;
  visitors(): Sql;
  paths(): Sql;
}

/** Rows from the entity tables. */
export interface LiveFrom extends From {
  /** All pageviews of the sessions near the days; `passes` says whether one passes the filter, `is_in_spans` also whether it counts. */
  sessionPageviews(...columns: string[]): Sql;
  /** The events that name these sessions, at any time. */
  sessionEvents(): Sql;
}

/** Whole days, hours or quarters of an hour that are settled. */
export interface SumsFrom extends From {
  /** @param where further conditions on the stored buckets, `and` before each */
  totals(where?: Sql): Sql;
  sources(): Sql;
}

export const units = { quarter: 15 * 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/**
 * Rows of a report, or their sums. arms.ts runs the SQL on the tables that have them; a relation may have several rows of one key,
 * which the report adds up.
 */
export interface Relation {
  /** The settled tables that it reads. */
  tables: readonly SettledTableName[];
  rows(from: From): Sql;
  /** The SQL for live rows, where it differs. */
  live?(from: LiveFrom): Sql;
  /**
   * What serves whole units of time without a filter: a projection, which serves `rows` itself; or sums with SQL of their own, and maybe
   * more of it (`counts`). `bucketed`: whether it sorts the sums into the report's buckets, within which a unit must lie then.
   */
  sums?: {
    by: keyof typeof units;
    rows?(from: SumsFrom): Sql;
    counts?(from: SumsFrom): Sql | undefined;
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
   * tables come together first, as one key has rows on several shards. `here`: it is part of SQL that runs on a shard.
   */
  shards?: 'apart' | 'together' | 'here';
}

/**
 * The settled tables that can serve a relation under these filters. They have the properties and exit pages of sessions, and
 * settled_pageviews the page, which selects no sessions; settled_paths has neither. Filters on events come from a relation of their
 * own. Other filters need the entity tables.
 */
export function settledTablesFor(
  { tables, ofSessions, unfiltered, conditions = [] }: Relation,
  filters: readonly Filter[],
): readonly SettledTableName[] {
  if (tables.includes('settled_events')) return tables;
  if (tables.includes('settled_paths') && filters.length > 0) return [];
  // Rows of a session that holds such a page need not be of the page themselves.
  const ofPageviews = !ofSessions && tables.every((table) => table === 'settled_pageviews');
  const isServed = ({ dimension: { holder, column } }: Filter) =>
    holder === 'site' ||
    holder === 'session' ||
    holder === 'exit' ||
    holder === 'event' ||
    (column === 'page_path' && ofPageviews);
  return [...(unfiltered ? [] : filters), ...conditions].every(isServed) ? tables : [];
}
