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
            (pinged_at, ping_id) as position,
            intDiv(
                toUnixTimestamp64Milli({end:DateTime64(3, 'UTC')}) - toUnixTimestamp64Milli(pinged_at),
                60000
            ) as minutes_ago
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
            argMax(page_path, position) as page,
            argMax(window_pings.session, position) as session,
            groupUniqArray(window_pings.session) as sessions,
            -- 1 for each minute with a ping of the visitor, oldest first.
            [
                toUInt64(countIf(minutes_ago = 4) > 0),
                toUInt64(countIf(minutes_ago = 3) > 0),
                toUInt64(countIf(minutes_ago = 2) > 0),
                toUInt64(countIf(minutes_ago = 1) > 0),
                toUInt64(countIf(minutes_ago = 0) > 0)
            ] as minutes
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
                grouping(page) = 0, 'pages',
                grouping(country) = 0, 'countries',
                grouping(source) = 0, 'sources',
                'totals'
            ) as list,
            page,
            country,
            source,
            count() as active_visitors,
            uniqExactArray(sessions) as active_sessions,
            -- Without visitors, sumForEach alone gives an empty list.
            arrayResize(sumForEach(minutes), 5) as per_minute
        from active_visitors
        left join origins using session
        group by grouping sets (
            (page),
            (country),
            (source),
            ()
        )
    )
select
    list,
    page,
    page_title,
    country,
    source,
    active_visitors,
    active_sessions,
    per_minute
from (
    select
        page_path as page,
        tupleElement(max(page_titles.title), 'text') as page_title
    from page_titles
    where site_id in {sites:Array(String)}
    group by page
) as titles
-- In this order the rows of the lists are hashed, not the titles of all time.
right any join lists using page
order by
    active_visitors desc,
    page,
    country,
    source
limit {limit:UInt32} by list
