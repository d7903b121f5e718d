-- Counts no further than one more than the limit. Names them when they are at most 100.
select
    count() as changed,
    groupUniqArray(101)((
        toUnixTimestamp(session_hour),
        session_id,
        toUnixTimestamp(toStartOfHour(UUIDv7ToDateTime(visitor_id, 'UTC'))),
        visitor_id
    )) as found,
    if(length(found) > 100, [], found) as sessions
from (
    select
        session_hour,
        session_id,
        visitor_id
    from changed_sessions
    where ({every_site:Bool} or site_id in {sites:Array(String)})
      and changed_from >= toStartOfFiveMinutes({since:DateTime64(3, 'UTC')})
      and changed_at >= {since:DateTime64(3, 'UTC')}
    limit {most:UInt64}
)
settings max_threads = 1
