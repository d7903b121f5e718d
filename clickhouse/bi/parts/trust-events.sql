-- The days of settled_events that may not be trusted: an event of the day changed after its watermark, or a session that one of
-- them names. ClickHouse runs this first and puts the result into the query as literals.
(
    select groupArray(day)
    from (
        select
            day,
            max(changed_at) as last_changed_at,
            max(watermark) as watermark
        from (
            select
                day,
                greatest(event_changed_at, session_changed_at) as changed_at,
                toDateTime64(0, 3, 'UTC') as watermark
            from (
                select
                    day,
                    session_day,
                    max(changed_at) as event_changed_at
                from {database}.changed_days
                where fact = 'event'
                group by
                    day,
                    session_day
            ) as event_days
            left join (
                select
                    day as session_day,
                    max(changed_at) as session_changed_at
                from {database}.changed_days
                where fact = 'session'
                group by session_day
            ) as session_days using (session_day)
            union all
            select
                day,
                toDateTime64(0, 3, 'UTC') as changed_at,
                -- A day that a killed server kept twice has two, and one in the future is of a clock that was ahead: it is live until it is
                -- rebuilt.
                if(
                    count() = 1 and max(settled_events.watermark) <= now64(3, 'UTC'),
                    max(settled_events.watermark),
                    toDateTime64(0, 3, 'UTC')
                ) as watermark
            from {database}.settled_events
            where site_id = ''
            group by day
        )
        group by day
        having last_changed_at > toDateTime64(0, 3, 'UTC') and last_changed_at >= watermark
        settings join_use_nulls = 0
    )
)
