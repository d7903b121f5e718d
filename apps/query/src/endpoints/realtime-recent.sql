with
    -- Every pageview entered in the window has a ping in it. Others have one too: they were entered before.
    pinged as (
        select
            -- Part of the sort key of the tables below. It comes from the id.
            site_id, toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC')) as hour,
            session_id as session,
            pageview_id as pageview
        from pings
        prewhere site_id in {sites:Array(String)}
          and pinged_at > {start:DateTime64(3, 'UTC')}
          and pinged_at <= {end:DateTime64(3, 'UTC')}
        where drop_reason = ''
          and event = ''
          /* filter: pings */
    ),
    entered as (
        select
            site_id,
            session_hour,
            session_id,
            pageview_id,
            entered_at,
            page_path,
            page_title
        from pageviews final
        where site_id in {sites:Array(String)}
          and (site_id, session_hour, session_id, pageview_id) in (
              select
                  site_id, hour,
                  session,
                  pageview
              from pinged
          )
          and entered_at > {start:DateTime64(3, 'UTC')}
          and entered_at <= {end:DateTime64(3, 'UTC')}
        order by
            entered_at desc,
            toUInt128(pageview_id) desc,
            toUInt128(session_id) desc,
            site_id
        limit {limit:UInt32}
    ),
    -- Source and country are those of the session, as in every report.
    origins as (
        select
            site_id, session_id,
            source,
            country
        from sessions final
        where site_id in {sites:Array(String)}
          and (site_id, session_hour, session_id) in (
              select
                  site_id, session_hour,
                  session_id
              from entered
          )
    )
select
    site_id,
    toUnixTimestamp64Milli(entered_at) as entered_at_ms,
    page_path,
    page_title,
    source,
    country
from entered
left any join origins using (site_id, session_id)
order by
    entered_at desc,
    toUInt128(pageview_id) desc,
    toUInt128(session_id) desc,
    site_id
