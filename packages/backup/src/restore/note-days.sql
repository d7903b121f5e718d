-- As the views on pings note them (clickhouse/migrations/0007_changes.sql), from sessions. There are no settled days yet that a late
-- visit could change.
insert into changed_days (fact, site_id, day, changed_at, last_ping_at)
select
    tupleElement(touched, 1) as fact,
    site_id,
    tupleElement(touched, 2) as day,
    now64(3, 'UTC') as changed_at,
    max(if(fact = 'ping', last_at, toDateTime64(0, 3, 'UTC'))) as last_ping_at
from (
    select
        site_id,
        toDate(session_hour) as id_day,
        if(toHour(session_hour) < 2, -1, 0) as before,
        toDate(first_seen_at) as first_day,
        toDate(last_seen_at) as last_day,
        max(last_seen_at) as last_at
    from sessions
    group by
        site_id,
        id_day,
        before,
        first_day,
        last_day
)
array join arrayConcat(
    arrayMap(after -> ('ping', first_day + after), range(toUInt32(last_day - first_day + 1))),
    arrayFlatten(arrayMap(after -> [('session', id_day + after), ('path', id_day + after), ('visitor', id_day + after)], range(before, 2)))
) as touched
group by
    fact,
    site_id,
    day
