create or replace view {bi}.sessions
(
    site_id LowCardinality(String) comment 'Site',
    date Date comment 'UTC day of first_seen_at',
    session_id UUID comment 'Id of the session (visit); one row each',
    visitor_id UUID comment 'Visitor',
    first_seen_at DateTime64(3, 'UTC') comment 'Time of the first ping; the session counts in the period that contains this time',
    last_seen_at DateTime64(3, 'UTC') comment 'Time of the last ping',
    pageviews UInt32 comment 'Number of its pageviews',
    duration_ms UInt64 comment 'Time from the first to the last ping, milliseconds',
    bounced Bool comment 'Whether the session has exactly one pageview',
    is_new Bool comment 'Whether it is the first session of its visitor on the site. Slower than other columns: it reads all visitors',
    exit_page LowCardinality(String) comment 'Path of the last page',
    /* columns of the session */
)
definer = {definer} sql security definer
as
with
    /* trust: settled_sessions */ as trust,
    /* days of trust */
select
    site_id,
    date,
    session_id,
    visitor_id,
    first_seen_at,
    last_seen_at,
    pageviews,
    duration_ms,
    bounced,
    toBool((site_id, visitor_id, first_seen_at) in (
        select
            site_id,
            visitor_id,
            first_seen_at
        from {database}.visitors final
    )) as is_new,
    exit_page,
    {properties}
from (
    -- First, so that the settled rows are at least as new as the watermarks in trust.
    select
        site_id,
        toDate(first_seen_at) as date,
        session_id,
        -- Cast, as these types are those of aggregates.
        cast(visitor_id, 'UUID') as visitor_id,
        cast(first_seen_at, 'DateTime64(3, \'UTC\')') as first_seen_at,
        cast(last_seen_at, 'DateTime64(3, \'UTC\')') as last_seen_at,
        toUInt32(views) as pageviews,
        duration_ms,
        bounced,
        toLowCardinality(last_page) as exit_page,
        {live_properties}
    from {database}.sessions final
    left any join (
        select
            site_id,
            session_hour,
            session_id,
            count() as views,
            -- The last of pageviews entered in one millisecond has the greatest id: as a number, as UUIDs compare by their second half.
            argMax(page_path, (entered_at, toUInt128(pageview_id))) as last_page
        from {database}.pageviews final
        where /* live keys */
        group by
            site_id,
            session_hour,
            session_id
    ) as exits using (site_id, session_hour, session_id)
    where /* live keys */
      and /* live rows: toDate(first_seen_at) */
    union all
    select
        site_id,
        day as date,
        session_id,
        visitor_id,
        first_seen_at,
        first_seen_at + toIntervalMillisecond(duration_ms) as last_seen_at,
        pageviews,
        duration_ms,
        bounced,
        exit_page,
        {properties}
    from {database}.settled_sessions
    where /* settled rows */
    union all
    select
        site_id,
        day as date,
        session_id,
        visitor_id,
        first_seen_at,
        first_seen_at + toIntervalMillisecond(duration_ms) as last_seen_at,
        pageviews,
        duration_ms,
        bounced,
        exit_page,
        {properties}
    from {database}.settled_sessions
    where /* unchanged rows */
)
settings join_use_nulls = 0
comment 'One row per session (visit), with its source, place and device'
