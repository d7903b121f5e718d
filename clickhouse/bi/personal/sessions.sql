create or replace view {personal}.sessions
(
    site_id LowCardinality(String) comment 'Site',
    date Date comment 'UTC day of first_seen_at',
    session_id UUID comment 'Id of the session (visit); one row each',
    visitor_id UUID comment 'Visitor',
    first_seen_at DateTime64(3, 'UTC') comment 'Time of the first ping',
    ip String comment 'IP address of the visitor, as IP_STORAGE keeps it',
    latitude Nullable(Float32) comment 'Degrees north, of the city or country, to one decimal; null when unknown',
    longitude Nullable(Float32) comment 'Degrees east, of the city or country, to one decimal; null when unknown'
)
definer = {definer} sql security definer
as
select
    site_id,
    toDate(first_seen_at) as date,
    session_id,
    cast(visitor_id, 'UUID') as visitor_id,
    cast(first_seen_at, 'DateTime64(3, \'UTC\')') as first_seen_at,
    ip,
    round(latitude, 1) as latitude,
    round(longitude, 1) as longitude
from {database}.sessions final
comment 'The address and the position of each session. Personal data'
