alter table visitors_from_pings modify query
select
    site_id,
    toStartOfHour(UUIDv7ToDateTime(visitor_id, 'UTC')) as visitor_hour,
    visitor_id,
    min(pinged_at) as first_seen_at
from pings
where drop_reason = ''
group by
    site_id,
    visitor_hour,
    visitor_id
