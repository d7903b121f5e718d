-- The visitors of the rows of a report, which are identified as in conversions.sql.
with
    -- Up to 4,095 are exact, and larger numbers the same estimate in every report (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in,
    property_visitors as (
        select
            [first, second, third] as properties,
            visitors
        from (
            /* rows: session_visitors */
        )
    ),
    listed_visitors as (
        select
            *,
            arrayJoin(arrayEnumerate({lists:Array(Array(UInt8))})) as list,
            arrayMap(position -> properties[position], {lists:Array(Array(UInt8))}[list]) as key
        from property_visitors
    )
select
    list,
    key,
    distinct_in(uniqCombined64MergeState(17)(visitors)) as visitors
from listed_visitors
where halfMD5(arrayStringConcat(key, '\0')) in {asked:Array(UInt64)}
group by
    list,
    key
