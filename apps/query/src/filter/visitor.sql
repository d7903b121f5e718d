-- Sessions by whether their visitor was first seen before they began. The key range is that of session.sql.
with
    first_visits as (
        select
            visitor_id,
            first_seen_at as visitor_first_seen_at
        from visitors final
        where site_id = {site_id:String}
          -- Visitors first seen before all of these sessions are not looked up: 1970 serves as their time.
          and first_seen_at >= {key_start:DateTime64(3, 'UTC')} - interval 10 minute
    ),
    key_sessions as (
        select
            session_id,
            visitor_id,
            first_seen_at
        from sessions final
        where site_id = {site_id:String}
          and session_hour >= {key_start:DateTime64(3, 'UTC')}
          and session_hour < {key_end:DateTime64(3, 'UTC')}
    ),
    typed_sessions as (
        select
            session_id,
            if(visitor_first_seen_at < first_seen_at, 'returning', 'new') as visitor_type
        from first_visits
        right any join key_sessions using visitor_id
    )
select session_id
from typed_sessions
where true
