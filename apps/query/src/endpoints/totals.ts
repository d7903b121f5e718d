/** SQL of the totals of a period, and of their series: from sums, or with a filter from rows. */

import { idLead } from '@tallyhouse/ping';
import { inSet, raw, type Sql, sql, table, time } from '@tallyhouse/sql';
import { visitorsOf } from '../read/list.ts';
import { distinctIn } from '../read/metrics.ts';
import type { Reader } from '../read/reader.ts';
import { sessionTotals } from '../read/relations/sessions.ts';
import { totals } from '../read/relations/totals.ts';
import { bucketNewcomers, newVisitors, visitorViews } from '../read/relations/visitors.ts';

/** One row: pageviews, visitors, returning visitors and sessions. */
export const totalsOfPeriod = (read: Reader): Sql =>
  read.filters.length === 0 ? fromSums(read) : fromRows(read);

/** The columns of both. Visitors and new ones are counted in one way, so that equal sets have equal numbers. */
const columns = raw(`pageviews,
    unique_visitors,
    if(unique_visitors > new_visitors, unique_visitors - new_visitors, 0) as returning_visitors,
    sessions,
    bounces,
    duration_ms`);

/**
 * A visitor is returning when it had a session before its first one in the period. A visitor first seen before the start had one: the
 * session of that ping began before the start too. One first seen later had none, as every session begins with a ping. So the
 * returning visitors are all but those first seen in the period.
 */
const fromSums = (read: Reader) => sql`
with
    period_totals as (
        select
            sum(views) as pageviews,
            ${visitorsOf('visitors')} as unique_visitors,
            sum(sessions) as sessions,
            sum(bounces) as bounces,
            sum(duration_ms) as duration_ms
        from (
            ${read.rows(totals)}
        )
    ),
    period_newcomers as (
        select ${visitorsOf('visitors')} as new_visitors
        from (
            ${read.rows(newVisitors)}
        )
    )
select
    ${columns}
from period_totals, period_newcomers`;

const idTime = raw("UUIDv7ToDateTime(visitor_id, 'UTC')");

/**
 * The same with a filter. A visitor with a younger id than the period is new, unless its clock was fast (early_visitors); the others are
 * looked up among those first seen since the start.
 */
function fromRows(read: Reader): Sql {
  const { range, ofSites } = read;
  const young = time(range.start + idLead);
  const since = time(range.start);
  const seenSince = sql`
select cityHash64(visitor_id)
from ${table('visitors')}
where ${ofSites}
  and visitor_hour < ${young}
  and first_seen_at >= ${since}`;
  return sql`
with
    period_visitors as (
        select
            visitor_id,
            sum(visitor_views.views) as views
        from (
            ${read.rows(visitorViews)}
        ) as visitor_views
        group by visitor_id
    ),
    period_newcomers as (
        select
            visitor_id,
            true as is_new
        from ${table('visitors')}
        where ${ofSites}
          and visitor_hour < ${young}
          and ${inSet(raw('cityHash64(visitor_id)'), seenSince)}
        group by visitor_id
        having min(first_seen_at) >= ${since}
    ),
    -- Younger ids that came before the start: few.
    early_visitors as (
        select visitor_id
        from ${table('visitors')}
        where ${ofSites}
          and visitor_hour >= ${young}
          and first_seen_at < ${since}
    ),
    -- The join hashes only new visitors with old ids, who are few.
    visitor_totals as (
        select
            sum(views) as pageviews,
            ${distinctIn(raw('uniqCombined64State(17)(visitor_id)'))} as unique_visitors,
            ${distinctIn(sql`uniqCombined64StateIf(17)(
                visitor_id,
                ${inSet(raw('visitor_id'), raw('select visitor_id from early_visitors'), { not: true })}
                and (is_new or toStartOfHour(${idTime}) >= ${young})
            )`)} as new_visitors
        from period_visitors
        left any join period_newcomers using visitor_id
    ),
    period_sessions as (
        select
            sum(session_totals.visits) as sessions,
            sum(session_totals.bounces) as bounces,
            sum(session_totals.duration_ms) as duration_ms
        from (
            ${read.rows(sessionTotals)}
        ) as session_totals
    )
select
    ${columns}
from visitor_totals, period_sessions`;
}

/** The buckets that are not empty, without a filter: all but new visitors. */
export const bucketTotals = (read: Reader): Sql => sql`
select
    bucket as start_ms,
    sum(views) as pageviews,
    sum(visitors_counted) + ${visitorsOf('visitors')} as unique_visitors,
    sum(sessions) as sessions,
    sum(bounces) as bounces,
    sum(duration_ms) as duration_ms
from (
    ${read.rows(totals)}
)
group by bucket`;

export const bucketsOfNewVisitors = (read: Reader): Sql => sql`
select
    bucket as start_ms,
    ${visitorsOf('visitors')} as new_visitors
from (
    ${read.rows(newVisitors)}
)
group by bucket`;

/**
 * The same with a filter: those of the new visitors count who have a pageview that passes in the bucket. A visitor with a younger id than
 * the bucket is new in it, unless its clock was fast (fast_visitors). Those and the ones with older ids are looked up among those first
 * seen in the bucket: they are few.
 */
export function filteredBuckets(read: Reader): Sql {
  const { range, ofSites } = read;
  const start = time(range.start);
  const lead = sql`toIntervalMillisecond(${idLead})`;
  const isFast = (not: boolean) =>
    inSet(raw('visitor_id'), sql`select visitor_id from fast_visitors`, { not });
  const newcomers = sql`uniqCombined64StateIf(17)(
    visitor_id,
    has_younger_id(visitor_id, bucket) and ${isFast(true)}
    or ${inSet(raw('(bucket, visitor_id)'), raw('select bucket, visitor_id from late_visitors'))}
)`;
  return sql`
with
    (
        (visitor_id, bucket) -> ${idTime}
            >= fromUnixTimestamp64Milli(greatest(bucket, toUnixTimestamp64Milli(${start})), 'UTC') + ${lead}
    ) as has_younger_id,
    -- Their id is younger than a ping of theirs.
    fast_visitors as (
        select visitor_id
        from ${table('visitors')}
        where ${ofSites}
          and visitor_hour >= ${start}
          and first_seen_at < ${idTime} - ${lead}
    ),
    bucket_visitors as (
        select
            visitor_views.bucket as bucket,
            visitor_id,
            sum(visitor_views.views) as views
        from (
            ${read.rows(visitorViews)}
        ) as visitor_views
        group by
            bucket,
            visitor_id
    ),
    late_visitors as (
        select
            bucket,
            visitor_id
        from (
            ${read.rows(bucketNewcomers)}
        )
        where not has_younger_id(visitor_id, bucket)
           or ${isFast(false)}
    )
select
    bucket as start_ms,
    sum(views) as pageviews,
    sum(visitors) as unique_visitors,
    sum(newcomers) as new_visitors,
    sum(counted.sessions) as sessions,
    sum(counted.bounces) as bounces,
    sum(counted.duration_ms) as duration_ms
from (
    select
        bucket,
        sum(bucket_visitors.views) as views,
        ${distinctIn(raw('uniqCombined64State(17)(visitor_id)'))} as visitors,
        ${distinctIn(newcomers)} as newcomers,
        0 as sessions,
        0 as bounces,
        0 as duration_ms
    from bucket_visitors
    group by bucket
    union all
    select
        bucket,
        0 as views,
        0 as visitors,
        0 as newcomers,
        session_totals.visits,
        session_totals.bounces,
        session_totals.duration_ms
    from (
        ${read.rows(sessionTotals)}
    ) as session_totals
) as counted
group by bucket`;
}

/** The visitors with a pageview in the period, which is one bucket. */
export const visitorsOfPeriod = (read: Reader): Sql => sql`
select sum(visitors_counted) + ${visitorsOf('visitors')} as unique_visitors
from (
    ${read.rows(totals)}
)`;
