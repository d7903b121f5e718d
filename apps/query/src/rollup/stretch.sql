-- The longest stretch of the range in which no hour was touched since its day was rolled up, as (from, until); where there
-- is none, (end, end). An hour that was never touched holds nothing, in the rollup as in the entity tables.
with
    touched as (
        /* touched */
    ),
    marks as (
        /* marks */
    ),
    behind as (
        select arraySort(groupArray(toInt64(toUnixTimestamp(hour)))) as hours
        from touched
        left join marks on toStartOfDay(touched.hour) = marks.day
        where touched_at >= complete_until
          and hour >= {hour_of_start:DateTime('UTC')}
    ),
    longest as (
        select
            arrayReverseSort(run -> run.2 - run.1, arrayZip(
                arrayPushFront(arrayMap(hour -> hour + 3600, hours), toInt64(toUnixTimestamp(/* first slot */))),
                arrayPushBack(hours, toInt64(toUnixTimestamp(/* last slot */)))
            ))[1] as run
        from behind
    )
select
    if(
        run.2 > run.1,
        (toDateTime64(run.1, 3, 'UTC'), toDateTime64(run.2, 3, 'UTC')),
        ({end:DateTime64(3, 'UTC')}, {end:DateTime64(3, 'UTC')})
    )
from longest
