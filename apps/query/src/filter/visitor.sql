-- Sessions by whether their visitor was first seen before they began. The key range is that of session.sql.
with
    first_visits as (
        select
            visitor_id,
            min(visitors.first_seen_at) as visitor_first_seen_at
        from visitors
        where site_id in {sites:Array(String)}
          -- Visitors first seen before all of these sessions are not looked up: 1970 serves as their time. A collision of hashes
          -- does no harm, as each visitor is tested in the end.
          and cityHash64(visitor_id) in (
              select cityHash64(visitor_id)
              from visitors
              where site_id in {sites:Array(String)}
                and first_seen_at >= toDateTime64({key_start:DateTime('UTC')}, 3, 'UTC') - toIntervalMillisecond({id_lead:UInt32})
          )
        group by visitor_id
        having visitor_first_seen_at >= toDateTime64({key_start:DateTime('UTC')}, 3, 'UTC') - toIntervalMillisecond({id_lead:UInt32})
    ),
    key_sessions as (
        select
            site_id, session_id,
            visitor_id,
            first_seen_at
        from sessions final
        where site_id in {sites:Array(String)}
          and session_hour >= {key_start:DateTime('UTC')}
          and session_hour < {key_end:DateTime('UTC')}
    ),
    typed_sessions as (
        select
            site_id, session_id,
            if(visitor_first_seen_at < first_seen_at, 'returning', 'new') as visitor_type
        from first_visits
        right any join key_sessions using visitor_id
    )
select site_id, session_id
from typed_sessions
where true
