create or replace view {bi}.sites
(
    site_id LowCardinality(String) comment 'Site',
    first_seen_at DateTime64(3, 'UTC') comment 'Time of the first pageview of all time; 1970 when the site has events alone',
    last_ping_at DateTime64(3, 'UTC') comment 'Time of the last ping'
)
definer = {definer} sql security definer
as
select
    site_id,
    cast(max(first_visit_at), 'DateTime64(3, \'UTC\')') as first_seen_at,
    max(ping_at) as last_ping_at
from (
    select
        site_id,
        min(first_seen_at) as first_visit_at,
        toDateTime64(0, 3, 'UTC') as ping_at
    from {database}.visitors
    group by site_id
    union all
    select
        site_id,
        toDateTime64(0, 3, 'UTC') as first_visit_at,
        max(last_ping_at) as ping_at
    from {database}.changed_days
    where fact = 'ping'
    group by site_id
)
group by site_id
comment 'One row per site that has pageviews or events'
