-- Sessions by the page of their last pageview. The key's range is that of session.sql.
with
    last_pages as (
        select
            session_id,
            -- Of pageviews entered in one millisecond the last is the one with the greatest id, as the table sorts ids.
            argMax(page_path, (entered_at, pageview_id)) as last_page
        from pageviews final
        where site_id = {site_id:String}
          -- A session's pings are within a day of its id and so are its pageviews' ids of their pings: with the hours
          -- rounded down and the ten minutes that ids may be ahead, 26 hours on either side.
          and entered_hour >= {key_start:DateTime64(3, 'UTC')} - interval 26 hour
          and entered_hour < {key_end:DateTime64(3, 'UTC')} + interval 26 hour
        group by session_id
    ),
    key_sessions as (
        select
            session_id,
            entry_page
        from sessions final
        where site_id = {site_id:String}
          and session_hour >= {key_start:DateTime64(3, 'UTC')}
          and session_hour < {key_end:DateTime64(3, 'UTC')}
    ),
    exits as (
        select
            session_id,
            -- A page left open for half an hour and used again begins a new session, while the pageview stays with the
            -- old one. If nothing follows, the new session has no pageview and ended on the page it began with.
            if(last_page = '', entry_page, last_page) as exit_page
        from last_pages
        right any join key_sessions using session_id
    )
select session_id
from exits
where true
  /* conditions */
