create or replace view {bi}.places_daily
(
    site_id LowCardinality(String) comment 'Site',
    date Date comment 'UTC day',
    country LowCardinality(String) comment 'ISO 3166-1 alpha-2 code; empty when unknown',
    region LowCardinality(String) comment 'State or region; empty when unknown',
    city LowCardinality(String) comment 'City; empty when unknown',
    visits UInt64 comment 'Sessions that began on the day'
)
definer = {definer} sql security definer
as
with
    /* stale days: settled_sessions */
-- First the stale days, so that the settled ones are at least as new as the watermarks behind stale_days.
select
    site_id,
    date,
    country,
    region,
    city,
    count() as visits
from {bi}.sessions
where date in stale_days
group by
    site_id,
    date,
    country,
    region,
    city
union all
select
    site_id,
    day as date,
    country,
    region,
    city,
    count() as visits
from {database}.settled_sessions
where site_id != ''
  and day not in stale_days
group by
    site_id,
    day,
    country,
    region,
    city
comment 'Sessions by place and UTC day. All numbers add up'
