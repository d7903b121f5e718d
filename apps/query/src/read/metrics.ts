/** Metrics: how rows of a fact add up. A relation has partial sums (`part`) by key; a report adds these up (`whole`). */

import { raw, type Sql, sql } from '@tallyhouse/sql';

export type Fact = 'sessions' | 'pageviews' | 'events';

export interface Metric {
  /** Over rows of the fact. */
  part: string;
  /** The columns that it reads. */
  reads: readonly string[];
}

const visitors = { part: 'uniqCombined64State(17)(visitor_id)', reads: ['visitor_id'] };

export const metrics = {
  sessions: {
    visits: { part: 'count()', reads: [] },
    visitors,
    bounces: { part: 'countIf(bounced)', reads: ['bounced'] },
    duration_ms: { part: 'sum(session_rows.duration_ms)', reads: ['duration_ms'] },
  },
  pageviews: {
    views: { part: 'count()', reads: [] },
    visitors,
    first_views: { part: 'countIf(is_first_view)', reads: ['is_first_view'] },
    entries: { part: 'countIf(is_entry)', reads: ['is_entry'] },
    focus_time_ms: { part: 'sum(pageview_rows.focus_time_ms)', reads: ['focus_time_ms'] },
    scroll_depth: { part: 'sum(pageview_rows.scroll_depth)', reads: ['scroll_depth'] },
    words: { part: 'max(word_count)', reads: ['word_count'] },
    /** The number of views that reached a tenth of the page, two tenths, ... */
    views_by_depth: {
      part: `sumForEach([${[10, 20, 30, 40, 50, 60, 70, 80, 90].map((depth) => `pageview_rows.scroll_depth >= ${depth}`)}])`,
      reads: ['scroll_depth'],
    },
  },
  events: {
    events: { part: 'count()', reads: [] },
    visitors: {
      part: 'uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id))',
      reads: ['visitor_id'],
    },
    amount: { part: 'sum(event_rows.amount)', reads: ['amount'] },
  },
} as const satisfies Record<Fact, Record<string, Metric>>;

export type MetricOf<Of extends Fact> = keyof (typeof metrics)[Of] & string;

/** A state without visitors, for rows that have none. */
export const noVisitors = raw("arrayReduce('uniqCombined64State(17)', []::Array(UUID))");

/**
 * The number of visitors in a state. Up to 4,095 are exact, and larger numbers the same estimate in every report
 * (docs/decisions/0043-one-measure-of-visitors.md).
 */
export const distinctIn = (state: Sql): Sql =>
  sql`arrayReduce('uniqCombined64Merge(17)', [${state}, ${state}])`;
