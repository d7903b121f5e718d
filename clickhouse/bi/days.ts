import { columnsIn } from '@tallyhouse/facts';
import { raw, sql, table, unionAll } from '@tallyhouse/sql';
import { ofPageviews, ofSessions, type Rows, staleOf } from './daily.ts';
import { daysOfTrust, isSettled } from './trust.ts';
import { day, site, type View } from './view.ts';

const pageviews: Rows = {
  ...ofPageviews,
  reads: ['visitor_id', 'true as is_pageview', 'false as bounced', 'toUInt64(0) as session_duration_ms'],
};

const sessions: Rows = {
  ...ofSessions,
  reads: [
    "cast('00000000-0000-0000-0000-000000000000', 'UUID') as visitor_id",
    'false as is_pageview',
    'bounced',
    'duration_ms as session_duration_ms',
  ],
};

/** A shard keeps the state of its visitors, because a visitor may have sessions on several. */
export const days: View = {
  name: 'days',
  comment: 'One row per site and UTC day',
  columns: (isShard) => [
    site,
    day,
    ...columnsIn(`
pageviews | UInt64 | Pageviews entered on the day
sessions | UInt64 | Sessions that began on the day
bounces | UInt64 | Of these, sessions with one pageview
duration_ms | UInt64 | Sum of the durations of these sessions, milliseconds
visitors_of_day | ${isShard ? 'AggregateFunction(uniqCombined64(17), UUID)' : 'UInt64'} | Visitors of these pageviews. Exact up to 4,095; larger numbers are estimated, within 1 %. Days do not add up: uniqExact(visitor_id) of pageviews is the exact number of any period`),
  ],
  given: daysOfTrust('settled_totals', pageviews.settled, sessions.settled),
  rows: (isShard) => sql`
-- First the stale days, so that the settled ones are at least as new as the watermarks in trust.
select
    site_id,
    date,
    countIf(is_pageview) as pageviews,
    countIf(not is_pageview) as sessions,
    countIf(bounced) as bounces,
    sum(session_duration_ms) as duration_ms,
    uniqCombined64${raw(isShard ? 'State' : '')}If(17)(visitor_id, is_pageview) as visitors_of_day
from (
    ${unionAll([staleOf(pageviews, []), staleOf(sessions, [])])}
)
group by all
union all
select
    site_id,
    day as date,
    views as pageviews,
    sessions,
    bounces,
    duration_ms,
    ${raw(isShard ? 'visitors' : 'visitor_count')} as visitors_of_day
from ${table('settled_totals')}
where minutes = 1440
  and site_id != ''
  and ${isSettled}`,
  overShards: (shards) => sql`
select
    site_id,
    date,
    sum(of_shard.pageviews) as pageviews,
    sum(of_shard.sessions) as sessions,
    sum(of_shard.bounces) as bounces,
    sum(of_shard.duration_ms) as duration_ms,
    uniqCombined64Merge(17)(of_shard.visitors_of_day) as visitors_of_day
from ${shards.rows('days')} as of_shard
group by all`,
};
