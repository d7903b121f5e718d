import { raw, type Sql, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { isNewcomer, visitorsOf } from '../read/list.ts';
import type { Reader } from '../read/reader.ts';
import { newVisitors, sessionTotals, totals, totalsRows } from '../read/relations/totals.ts';
import { visitorViews } from '../read/relations/visitors.ts';

export const bucketRow = z.object({
  start_ms: z.number(),
  pageviews: z.number(),
  unique_visitors: z.number(),
  new_visitors: z.number(),
  sessions: z.number(),
  bounces: z.number(),
  duration_ms: z.number(),
});

export const noTotals = {
  pageviews: 0,
  unique_visitors: 0,
  new_visitors: 0,
  sessions: 0,
  bounces: 0,
  duration_ms: 0,
};

/**
 * The buckets that are not empty; a report without buckets has one. All visitors and new visitors are counted by the same method, so that
 * equal sets have equal numbers. A visitor is returning when it had a session before its first one in the bucket. If it was first seen
 * before the bucket, the session of that ping began before it too. If it was first seen later, it had none, because every session begins
 * with a ping. So the returning visitors are all but the new ones.
 */
export const bucketTotals = (read: Reader): Sql => sql`
select
    bucket as start_ms,
    sum(views) as pageviews,
    sum(visitors_counted) + ${visitorsOf('visitors')} as unique_visitors,
    ${visitorsOf('period_totals.new_visitors')} as new_visitors,
    sum(period_totals.sessions) as sessions,
    sum(period_totals.bounces) as bounces,
    sum(period_totals.duration_ms) as duration_ms
from (
    ${read.filters.length === 0 ? read.rows(totals) : filteredVisitors(read)}
    union all
    ${read.rows(read.filters.length === 0 ? newVisitors : sessionTotals)}
) as period_totals
group by bucket`;

/** With a filter, new visitors count only with a matching pageview in the bucket. */
const filteredVisitors = (read: Reader): Sql =>
  totalsRows(
    raw('bucket'),
    {
      views: raw('count()'),
      visitors: raw('uniqCombined64State(17)(visitor_id)'),
      new_visitors: sql`uniqCombined64StateIf(17)(visitor_id, ${isNewcomer(read, 'bucket')})`,
    },
    sql`(
    ${read.rows(visitorViews)}
) as visitor_views
group by bucket`,
  );

export const visitorsOfPeriod = (read: Reader): Sql => sql`
select sum(visitors_counted) + ${visitorsOf('visitors')} as unique_visitors
from (
    ${read.rows(totals)}
)`;
