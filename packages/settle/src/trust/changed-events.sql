-- When the events of each day last changed, or a session that one of them names: a session's properties are those of its
-- events too.
with
    named_hours as (
        select
            site_id,
            day,
            session_hour,
            max(changed_events.changed_at) as event_changed_at
        from changed_events
        where ({every_site:Bool} or site_id in {sites:Array(String)})
          and day >= {first_day:Date}
          and day <= {last_day:Date}
        group by
            site_id,
            day,
            session_hour
    ),
    session_hours as (
        select
            site_id,
            session_hour,
            max(changed_hours.changed_at) as session_changed_at
        from changed_hours
        where (site_id, session_hour) in (
            select
                site_id,
                session_hour
            from named_hours
        )
        group by
            site_id,
            session_hour
    )
select
    toUnixTimestamp(toDateTime(day, 'UTC')) * 1000 as day,
    toUnixTimestamp64Milli(max(greatest(event_changed_at, session_changed_at))) as changed_at
from named_hours
left join session_hours using (site_id, session_hour)
group by day
settings max_threads = 1
