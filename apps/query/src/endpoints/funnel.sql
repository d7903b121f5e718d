-- How far each visitor or session gets, and how long it takes: one row for all of them.
with
    -- Rows with the steps that they match, in their order. Most get no further than the first step: without a row of the second one
    -- theirs are not compared, and all of these are counted as one. Nobody has the default id.
    owners as (
        select
            count() as owners_alike,
            any(owner_rows.rows) as rows,
            arrayMap(row -> intDiv(row.1, 2), rows) as times,
            arrayMap(row -> row.3, rows) as serves
        from (
            select
                who,
                arraySort(if(bitTest(groupBitOr(steps), 1), groupArray((moment, tie, steps)), [])) as rows
            from (
                /* rows: step_views */
                union all
                /* rows: step_events */
            )
            group by who
            having bitTest(groupBitOr(steps), 0)
        ) as owner_rows
        group by if(empty(owner_rows.rows), defaultValueOfArgumentType(who), who)
    ),
    -- For each step the latest first step that leads to a row in time (0: none), and when the step is first reached.
    reached as (
        select
            owners_alike,
            times,
            serves,
            arrayFold(
                (level, step) -> (
                    arrayMap(
                        (time, serve, first) -> if(bitTest(serve, step) and first > 0 and time - first <= {within:UInt64}, first, 0),
                        times,
                        serves,
                        arrayShiftRight(arrayFill(first -> first > 0, level.1), 1)
                    ),
                    arrayPushBack(level.2, times[arrayFirstIndex(first -> first > 0, level.1)])
                ),
                range(toUInt8(1), {steps:UInt8}),
                (
                    arrayMap((time, serve) -> if(bitTest(serve, 0), time, 0), times, serves),
                    emptyArrayUInt64()
                )
            ) as last_level,
            arrayFilter(
                time -> time > 0,
                arrayPushBack(last_level.2, times[arrayFirstIndex(first -> first > 0, last_level.1)])
            ) as reached_at,
            greatest(length(reached_at), 1) as furthest
        from owners
    ),
    -- The earliest first step from which the furthest step is reached in time is the earliest one that is not too long before
    -- the moment at which anyone first reaches it.
    chains as (
        select
            owners_alike,
            furthest,
            arrayFold(
                (chain, step) -> arrayPushBack(
                    chain,
                    arrayFirstIndex((serve, place) -> bitTest(serve, step) and place > chain[-1], serves, arrayEnumerate(serves))
                ),
                range(toUInt8(1), toUInt8(furthest)),
                [arrayFirstIndex(
                    (time, serve) -> bitTest(serve, 0) and time + {within:UInt64} >= reached_at[-1],
                    times,
                    serves
                )]
            ) as chain,
            arrayPopFront(arrayDifference(arrayMap(place -> times[place], chain))) as waits
        from reached
    )
select
    sumForEach(arrayMap(step -> if(step <= furthest, owners_alike, 0), range(1, {steps:UInt8} + 1))) as entered,
    quantileExactInclusiveForEach(0.5)(waits) as median_waits_ms
from chains
