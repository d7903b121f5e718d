create or replace view {bi}.days
(
    site_id LowCardinality(String) comment 'Site',
    date Date comment 'UTC day',
    pageviews UInt64 comment 'Pageviews entered on the day',
    sessions UInt64 comment 'Sessions that began on the day',
    bounces UInt64 comment 'Of these, sessions with one pageview',
    duration_ms UInt64 comment 'Sum of the durations of these sessions, milliseconds',
    visitors_of_day {visitor_number} comment 'Visitors of these pageviews. Days do not add up: count(distinct visitor_id) of pageviews is the number of a longer period. Exact up to 4,095'
)
definer = {definer} sql security definer
as
with
    /* stale days: settled_totals */
-- First the stale days, so that the settled ones are at least as new as the watermarks in trust.
select
    site_id,
    date,
    countIf(is_pageview) as pageviews,
    countIf(not is_pageview) as sessions,
    countIf(not is_pageview and bounced) as bounces,
    sum(session_duration_ms) as duration_ms,
    uniqCombined64{state}If(17)(visitor_id, is_pageview) as visitors_of_day
from (
    select
        site_id,
        date,
        visitor_id,
        true as is_pageview,
        false as bounced,
        toUInt64(0) as session_duration_ms
    from {bi}.pageviews
    where date in stale_days
    union all
    select
        site_id,
        date,
        visitor_id,
        false as is_pageview,
        bounced,
        duration_ms as session_duration_ms
    from {bi}.sessions
    where date in stale_days
)
group by
    site_id,
    date
union all
select
    site_id,
    day as date,
    views as pageviews,
    sessions,
    bounces,
    duration_ms,
    {visitors} as visitors_of_day
from {database}.settled_totals
where minutes = 1440
  and site_id != ''
  and day not in stale_days
comment 'One row per site and UTC day'
