-- The days (UTC) of existing ids. An id is created at most a day before and little after the pings that carry it.
select
    toUnixTimestamp(day) * 1000 as day_ms
from (
    select arrayJoin([pinged_day - 1, pinged_day, pinged_day + 1]) as day
    from (
        select distinct toDate(pinged_at, 'UTC') as pinged_day
        from pings
        where drop_reason = ''
          and event = ''
    )
    union distinct
    select distinct toDate(session_hour, 'UTC') as day
    from pageviews
    union distinct
    select distinct toDate(session_hour, 'UTC') as day
    from sessions
)
where day >= toDate({from:DateTime64(3, 'UTC')}, 'UTC')
  and day <= toDate({to:DateTime64(3, 'UTC')}, 'UTC')
order by day
