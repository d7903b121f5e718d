select
    site_id,
    -- 1970 is a shard with events alone.
    minIf(first_visit_at, first_visit_at > toDateTime64(0, 3, 'UTC')) as first_seen_at,
    max(ping_at) as last_ping_at
from (
    select
        site_id,
        first_seen_at as first_visit_at,
        last_ping_at as ping_at
    from cluster('{cluster}', {local}, sites)
)
group by site_id
