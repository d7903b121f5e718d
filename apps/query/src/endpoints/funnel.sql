-- How far each visitor or session gets, and how long it takes: one row for all of them.
with
    -- Rows with the steps that they match, by time: each as a number, and the steps as bits. Most get no further than the first step:
    -- without a row of the second one theirs are not compared, and all of these are counted as one. Nobody has the default id.
    owners as (
        select
            count() as owners_alike,
            any(owner_rows.rows) as rows,
            arrayMap(done -> bitShiftRight(done, 10), rows) as times,
            arrayMap(done -> toUInt64(bitAnd(done, 1023)), rows) as matched
        from (
            select
                who,
                arraySort(if(bitTest(groupBitOr(done), 1), groupArray(done), [])) as rows
            from (
                /* rows: step_views */
                union all
                /* rows: step_events */
            )
            group by who
            having bitTest(groupBitOr(done), 0)
        ) as owner_rows
        group by if(empty(owner_rows.rows), defaultValueOfArgumentType(who), who)
    ),
    -- Rows of one moment may come in any order, and a row serves one step. So such rows are replaced: the first of them matches
    -- the steps that one of them can serve, the second those that end two consecutive steps which two of them can serve, and so
    -- on. In their order they then lead from any step to the same one as in the best order.
    moments as (
        select
            owners_alike,
            times,
            if(
                arrayExists((time, before) -> time = before, times, arrayShiftRight(times, 1)),
                arraySplit((row, time, before) -> time != before, matched, times, arrayShiftRight(times, 1)),
                []
            ) as groups,
            -- By Hall's theorem, rows can serve some steps at once unless they include steps that fewer rows match.
            arrayMap(
                together -> if(
                    length(together) = 1,
                    [],
                    arrayFilter(
                        some -> arrayCount(row -> bitAnd(row, some) != 0, together) < bitCount(some),
                        {subsets:Array(UInt64)}
                    )
                ),
                groups
            ) as unserved,
            arrayFlatten(arrayMap(
                (together, lacking) -> if(
                    length(together) = 1,
                    together,
                    arrayMap(
                        place -> arraySum(arrayMap(
                            step -> if(
                                arrayExists(
                                    some -> bitAnd(some, toUInt64(bitShiftLeft(toUInt64(1), step) - bitShiftLeft(toUInt64(1), toUInt8(step - place)))) = some,
                                    lacking
                                ),
                                0,
                                bitShiftLeft(toUInt64(1), toUInt8(step - 1))
                            ),
                            range(toUInt64(place), toUInt64({steps:UInt8} + 1))
                        )),
                        arrayEnumerate(together)
                    )
                ),
                groups,
                unserved
            )) as grouped,
            if(empty(groups), matched, grouped) as serves
        from owners
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
        from moments
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
