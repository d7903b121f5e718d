with
    -- Pings stored twice do no harm here: everything below counts distinct ids or takes the newest ping.
    window_pings as (
        select
            visitor_id,
            (site_id, session_id) as session,
            site_id,
            session_id,
            page_path,
            -- Ids order two pings of one millisecond.
            (pinged_at, ping_id) as position
        from pings
        prewhere site_id in {sites:Array(String)}
          -- Unlike the end of a report's range: a ping of this very millisecond counts.
          and pinged_at > {start:DateTime64(3, 'UTC')}
          and pinged_at <= {end:DateTime64(3, 'UTC')}
        where drop_reason = ''
          and event = ''
          -- With a filter on page or referrer, a visitor is on the page of its latest matching ping.
          /* filter: pings */
    ),
    -- A visitor is on the page, and in the session, of its latest ping.
    active_visitors as (
        select
            visitor_id,
            argMax(window_pings.page_path, position) as page_path,
            argMax(window_pings.session, position) as session,
            groupUniqArray(window_pings.session) as sessions
        from window_pings
        group by visitor_id
    ),
    -- Source and country are those of the session, as in every report. A ping's own source will not do: after a link within
    -- the site it is the site itself.
    origins as (
        select
            (site_id, session_id) as session,
            source,
            country
        from sessions final
        where site_id in {sites:Array(String)}
          -- The hour in the sort key comes from the id, so only the granules of these sessions are read.
          and (site_id, session_hour, session_id) in (
              select
                  site_id, toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')),
                  session_id
              from window_pings
          )
    ),
    -- All lists and the totals come from one pass over the visitors, as every use of a CTE runs it again.
    lists as (
        select
            multiIf(
                grouping(page_path) = 0, 'pages',
                grouping(country) = 0, 'countries',
                grouping(source) = 0, 'sources',
                'totals'
            ) as list,
            page_path,
            country,
            source,
            count() as active_visitors,
            uniqExactArray(sessions) as active_sessions
        from active_visitors
        left join origins using session
        group by grouping sets (
            (page_path),
            (country),
            (source),
            ()
        )
    )
select
    list,
    page_path,
    page_title,
    country,
    source,
    active_visitors,
    active_sessions
from (
    /* rows: titles */
) as titles
-- In this order the rows of the lists are hashed, not the titles of all time.
right any join lists using page_path
order by
    active_visitors desc,
    page_path,
    country,
    source
limit {limit:UInt32} by list
