create or replace view {bi}.devices_daily
(
    site_id LowCardinality(String) comment 'Site',
    date Date comment 'UTC day',
    browser LowCardinality(String) comment 'Browser; empty when unknown',
    os LowCardinality(String) comment 'Operating system; empty when unknown',
    device_type LowCardinality(String) comment 'desktop, mobile, tablet, tv, console, wearable or other; empty when unknown',
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
    browser,
    os,
    device_type,
    count() as visits
from {bi}.sessions
where date in stale_days
group by
    site_id,
    date,
    browser,
    os,
    device_type
union all
select
    site_id,
    day as date,
    browser,
    os,
    device_type,
    count() as visits
from {database}.settled_sessions
where site_id != ''
  and day not in stale_days
group by
    site_id,
    day,
    browser,
    os,
    device_type
comment 'Sessions by device and UTC day. All numbers add up'
