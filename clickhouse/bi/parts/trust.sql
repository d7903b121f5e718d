-- Which days of {table} may be trusted, as the query API finds it (docs/decisions/0012-settled-and-changed.md):
-- 1. live: read from the entity tables;
-- 2. changed: read from the settled table, without the sessions that changed since 3, which are read from the entity tables;
-- 3. the oldest watermark of the changed days;
-- 4. the days of the session hours that may have pings on a live day.
-- All other days are settled, or hold nothing. ClickHouse runs this first and puts the result into the query as literals, by
-- which it selects partitions.
(
    select (
        groupArrayIf(day, watermark < kept_since),
        groupArrayIf(day, watermark >= kept_since),
        minIf(watermark, watermark >= kept_since),
        arrayDistinct(arrayFlatten(groupArrayIf([day - 2, day - 1, day, day + 1], watermark < kept_since)))
    )
    from (
        select
            day,
            max(changed_at) as last_changed_at,
            max(watermark) as watermark,
            -- changed_sessions keeps three days.
            now64(3, 'UTC') - interval 2 day as kept_since
        from (
            select
                day,
                maxIf(changed_days.changed_at, fact = 'session') as changed_at,
                toDateTime64(0, 3, 'UTC') as watermark
            from {database}.changed_days
            where fact in ('ping', 'session')
            group by day
            -- Days without pings are empty, such as tomorrow.
            having countIf(fact = 'ping') > 0
            union all
            select
                day,
                toDateTime64(0, 3, 'UTC') as changed_at,
                -- A day that a killed server kept twice has two, and one in the future is of a clock that was ahead: it is live until it is
                -- rebuilt.
                if(
                    count() = 1 and max({table}.watermark) <= now64(3, 'UTC'),
                    max({table}.watermark),
                    toDateTime64(0, 3, 'UTC')
                ) as watermark
            from {database}.{table}
            where site_id = ''
            group by day
        )
        group by day
        having last_changed_at > toDateTime64(0, 3, 'UTC') and last_changed_at >= watermark
    )
)
