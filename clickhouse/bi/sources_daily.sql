create or replace view {bi}.sources_daily
(
    site_id LowCardinality(String) comment 'Site',
    date Date comment 'UTC day',
    source LowCardinality(String) comment 'Source of the visits: a name (Google), a domain, or Direct',
    medium LowCardinality(String) comment 'Kind of source',
    visits UInt64 comment 'Sessions that began on the day',
    bounces UInt64 comment 'Of these, sessions with one pageview'
)
definer = {definer} sql security definer
as
with
    /* stale days: settled_sources */
-- First the stale days, so that the settled ones are at least as new as the watermarks behind stale_days.
select
    site_id,
    date,
    source,
    medium,
    count() as visits,
    countIf(bounced) as bounces
from {bi}.sessions
where date in stale_days
group by
    site_id,
    date,
    source,
    medium
union all
select
    site_id,
    day as date,
    source,
    medium,
    sum(settled_sources.visits) as visits,
    sum(settled_sources.bounces) as bounces
from {database}.settled_sources
where site_id != ''
  and day not in stale_days
group by
    site_id,
    day,
    source,
    medium
comment 'Sessions by source and UTC day. All numbers add up'
