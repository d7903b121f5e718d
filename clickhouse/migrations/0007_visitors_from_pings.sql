create materialized view if not exists visitors_from_pings to visitors as
select
    site_id,
    toStartOfHour(UUIDv7ToDateTime(visitor_id, 'UTC')) as visitor_hour,
    visitor_id,
    min(pinged_at) as first_seen_at
from pings
group by
    site_id,
    visitor_hour,
    visitor_id
comment 'Fills visitors from each block inserted into pings'
