with
    -- Pings stored twice do no harm here: everything below counts distinct ids or takes the newest.
    window_pings as (
        select
            visitor_id,
            session_id,
            page_path,
            page_title,
            -- Two pings of one millisecond are told apart by their ids.
            (pinged_at, ping_id) as position,
            intDiv(
                toUnixTimestamp64Milli({end:DateTime64(3, 'UTC')}) - toUnixTimestamp64Milli(pinged_at),
                60000
            ) as minutes_ago
        from pings
        where site_id = {site_id:String}
          -- Unlike a report's range: the ping of this very millisecond counts.
          and pinged_at > {start:DateTime64(3, 'UTC')}
          and pinged_at <= {end:DateTime64(3, 'UTC')}
    ),
    -- A visitor is where its latest ping was: on that page, in that session.
    active_visitors as (
        select
            visitor_id,
            argMax(page_path, position) as page_path,
            argMax(session_id, position) as session_id
        from window_pings
        group by visitor_id
    ),
    titles as (
        select
            page_path,
            argMaxIf(page_title, position, page_title != '') as page_title
        from window_pings
        group by page_path
    ),
    -- Source and country are the session's, as in every report. A ping's own source will not do: whoever follows a
    -- link within the site comes from the site itself.
    origins as (
        select
            session_id,
            source,
            country
        from sessions final
        where site_id = {site_id:String}
          -- The hour that the sort key took from the id, so that only the granules of these sessions are read.
          and (session_hour, session_id) in (
              select
                  toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')),
                  session_id
              from active_visitors
          )
    ),
    pages as (
        select
            page_path,
            any(titles.page_title) as page_title,
            count() as active_visitors
        from active_visitors
        inner join titles using page_path
        group by page_path
        order by
            active_visitors desc,
            page_path
        limit {limit:UInt32}
    ),
    countries as (
        select
            country,
            count() as active_visitors
        from active_visitors
        inner join origins using session_id
        group by country
        order by
            active_visitors desc,
            country
        limit {limit:UInt32}
    ),
    sources as (
        select
            source,
            count() as active_visitors
        from active_visitors
        inner join origins using session_id
        group by source
        order by
            active_visitors desc,
            source
        limit {limit:UInt32}
    ),
    totals as (
        select
            uniqExact(visitor_id) as active_visitors,
            uniqExact(session_id) as active_sessions,
            [
                uniqExactIf(visitor_id, minutes_ago = 4),
                uniqExactIf(visitor_id, minutes_ago = 3),
                uniqExactIf(visitor_id, minutes_ago = 2),
                uniqExactIf(visitor_id, minutes_ago = 1),
                uniqExactIf(visitor_id, minutes_ago = 0)
            ] as per_minute
        from window_pings
    )
select
    active_visitors,
    active_sessions,
    -- Named tuples: objects in the JSON.
    (
        select groupArray((page_path, page_title, active_visitors))
        from pages
    )::Array(Tuple(page_path String, page_title String, active_visitors UInt64)) as pages,
    (
        select groupArray((country, active_visitors))
        from countries
    )::Array(Tuple(country String, active_visitors UInt64)) as countries,
    (
        select groupArray((source, active_visitors))
        from sources
    )::Array(Tuple(source String, active_visitors UInt64)) as sources,
    per_minute
from totals
settings do_not_merge_across_partitions_select_final = 1
