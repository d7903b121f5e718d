-- Sessions by the page of their last pageview. The key range is that of session.sql: all pageviews of a session share its
-- hour.
with
    exits as (
        select
            site_id, session_id,
            -- The last of pageviews entered in one millisecond has the greatest id: as a number, as UUIDs compare by their second half.
            argMax(page_path, (entered_at, toUInt128(pageview_id))) as exit_page
        from pageviews final
        where site_id in {sites:Array(String)}
          and session_hour >= {key_start:DateTime('UTC')}
          and session_hour < {key_end:DateTime('UTC')}
        group by site_id, session_id
    )
select site_id, session_id
from exits
where true
