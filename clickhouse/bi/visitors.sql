create or replace view {bi}.visitors
(
    site_id LowCardinality(String) comment 'Site',
    date Date comment 'UTC day of first_seen_at',
    visitor_id UUID comment 'Id of the visitor; one row for each site that it came to',
    first_seen_at DateTime64(3, 'UTC') comment 'Time of the first ping of all time on the site'
)
definer = {definer} sql security definer
as
select
    site_id,
    toDate(first_seen_at) as date,
    visitor_id,
    cast(first_seen_at, 'DateTime64(3, \'UTC\')') as first_seen_at
from {database}.visitors final
comment 'One row per visitor of a site, with the time of its first visit'
