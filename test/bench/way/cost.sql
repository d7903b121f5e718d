-- ClickHouse's work between two times: inserts into pings, rows of all inserts and merges, and the CPU seconds of both.
with
    ['UserTimeMicroseconds', 'SystemTimeMicroseconds'] as cpu,
    (events -> arraySum(arrayMap(name -> events[name], cpu)) / 1e6) as seconds_of,
    (at -> at >= {start:DateTime64(6)} and at <= {end:DateTime64(6)}) as during
select
    sumIf(inserts, table = 'pings') as inserts,
    sum(rows_inserted) as rows_inserted,
    sum(insert_seconds) as insert_seconds,
    sum(rows_merged) as rows_merged,
    sum(merge_seconds) as merge_seconds
from
(
    select
        if(database = currentDatabase(), table, 'logs') as table,
        countIf(event_type = 'NewPart') as inserts,
        sumIf(rows, event_type = 'NewPart') as rows_inserted,
        0. as insert_seconds,
        sumIf(read_rows, event_type = 'MergeParts') as rows_merged,
        sumIf(seconds_of(ProfileEvents), event_type = 'MergeParts') as merge_seconds
    from system.part_log
    where during(event_time_microseconds)
    group by table

    union all

    select
        splitByChar('.', view_target)[2] as table,
        0, 0,
        sum(seconds_of(ProfileEvents)),
        0, 0
    from system.query_views_log
    where during(event_time_microseconds) and view_target like currentDatabase() || '.%'
    group by table

    union all

    select
        'pings' as table,
        0, 0,
        (
            select sum(seconds_of(ProfileEvents))
            from system.query_log
            where during(event_time_microseconds) and type = 'QueryFinish' and query_kind = 'Insert'
                and has(tables, currentDatabase() || '.pings')
        ) - (
            select sum(seconds_of(ProfileEvents))
            from system.query_views_log
            where during(event_time_microseconds) and view_target like currentDatabase() || '.%'
        ),
        0, 0
)
