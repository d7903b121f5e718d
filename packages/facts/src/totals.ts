import { final, type Sql, sql } from '@tallyhouse/sql';
import { type Column, columnsIn } from './columns.ts';
import type { DayWindow } from './window.ts';

export const totalsColumns: readonly Column[] = columnsIn(`
minutes | UInt16 | Length of the bucket: 15, 60 or 1440. Each length covers the whole day, so select one length for each range of time | -
bucket_at | DateTime('UTC') | Start of the bucket | -
views | UInt64 | Pageviews entered in the bucket | -
visitors | AggregateFunction(uniqCombined64(17), UUID) | Visitors of these pageviews | -
visitor_count | UInt64 | Number of these visitors: the result of this state alone | -
sessions | UInt64 | Sessions that began in the bucket | -
bounces | UInt64 | Of these, sessions with one pageview | -
duration_ms | UInt64 | Sum of the durations of these sessions, milliseconds | -`);

/** Totals of a day by quarter of an hour, by hour and for all of it. */
export const totalsOfDay = ({ key, at }: DayWindow): Sql => sql`
with
    -- As reports count them (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in,
    -- Each row goes into one bucket of each length.
    moment -> [
        (toUInt16(15), toStartOfFifteenMinutes(moment)),
        (toUInt16(60), toStartOfHour(moment)),
        (toUInt16(1440), toStartOfDay(moment))
    ] as buckets_of,
    bucket_rows as (
        select
            site_id,
            arrayJoin(buckets_of(entered_at)) as place,
            count() as views,
            uniqCombined64State(17)(visitor_id) as visitors,
            0 as sessions,
            0 as bounces,
            0 as duration_ms
        from ${final('pageviews')}
        where ${key}
          and ${at('entered_at')}
        group by
            site_id,
            place
        union all
        select
            site_id,
            arrayJoin(buckets_of(first_seen_at)) as place,
            0 as views,
            uniqCombined64StateIf(17)(visitor_id, false) as visitors,
            count() as sessions,
            countIf(bounced) as bounces,
            sum(sessions.duration_ms) as duration_ms
        from ${final('sessions')}
        where ${key}
          and ${at('first_seen_at')}
        group by
            site_id,
            place
    )
select
    site_id,
    place.1 as minutes,
    place.2 as bucket_at,
    sum(bucket_rows.views) as views,
    uniqCombined64MergeState(17)(bucket_rows.visitors) as visitors,
    distinct_in(uniqCombined64MergeState(17)(bucket_rows.visitors)) as visitor_count,
    sum(bucket_rows.sessions) as sessions,
    sum(bucket_rows.bounces) as bounces,
    sum(bucket_rows.duration_ms) as duration_ms
from bucket_rows
group by
    site_id,
    minutes,
    bucket_at`;

export const sourceColumns: readonly Column[] = columnsIn(`
source | LowCardinality(String) | Source of the visits: a name (Google), a domain, or Direct | -
medium | LowCardinality(String) | Kind of source | -
visits | UInt64 | Sessions that began on the day | T64, ZSTD(1)
visitors | AggregateFunction(uniqCombined64(17), UUID) | Visitors of these sessions | -
bounces | UInt64 | Of these, sessions with one pageview | T64, ZSTD(1)`);

/** The sources of the sessions of a day. */
export const sourcesOfDay = ({ key, at }: DayWindow): Sql => sql`
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
