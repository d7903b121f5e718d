-- The days up to today that were touched since they were rolled up, or never were, the newest first. One that was rolled
-- up a short while ago waits for its next turn, whoever did it: so several consumers share the work.
with
    touched_days as (
        select
            toStartOfDay(hour) as day,
            -- Into new_visitors, a late ping reaches from its own hour to the present: see touched_hours.
            greatest(
                max(stored_at),
                if({table:String} = 'new_visitors', max(max(late_at)) over (order by day), toDateTime64(0, 3, 'UTC'))
            ) as touched_at
        from touched_hours
        group by day
    ),
    marks as (
        select
            slot as day,
            max(complete_until) as complete_until
        from {table:Identifier}
        where site_id = ''
        group by day
    )
select toDate(day) as date
from touched_days
left join marks using day
where touched_at >= complete_until
  and day < now('UTC') + interval 10 minute
  and complete_until < now64(3, 'UTC') - interval {rest_seconds:UInt32} second
order by day desc
