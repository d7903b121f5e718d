-- The visitors of the rows of a report, which are identified as in conversions.sql.
with
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
    uniqCombined64Merge(17)(visitors) as visitors
from listed_visitors
where halfMD5(arrayStringConcat(key, '\0')) in {asked:Array(UInt64)}
group by
    list,
    key
