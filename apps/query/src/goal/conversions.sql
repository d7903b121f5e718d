-- The conversions of a goal by the rows of a report. A row is identified by properties of sessions; `lists` says for each list
-- of the report which of the three (of /geo the first, the first two, all three). A report without properties has one row,
-- which also counts what belongs to no session.
with
    -- Up to 4,095 are exact, and larger numbers the same estimate in every report (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in,
    property_conversions as (
        select
            roundDown(toUnixTimestamp64Milli(converted_at), {bucket_starts:Array(Int64)}) as bucket,
            [first, second, third] as properties,
            notEmpty(session_id) as is_of_session,
            currency,
            count() as conversions,
            uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id)) as visitors,
            sum(goal_rows.amount) as amount
        from (
            /* rows: event_conversions */
        ) as goal_rows
        group by
            bucket,
            first,
            second,
            third,
            is_of_session,
            currency
    ),
    listed_conversions as (
        select
            *,
            arrayJoin(arrayEnumerate({lists:Array(Array(UInt8))})) as list,
            arrayMap(position -> properties[position], {lists:Array(Array(UInt8))}[list]) as key
        from property_conversions
    ),
    currency_conversions as (
        select
            list,
            bucket,
            key,
            currency,
            sum(listed_conversions.conversions) as conversions,
            uniqCombined64MergeState(17)(listed_conversions.visitors) as visitors,
            sum(listed_conversions.amount) as amount
        from listed_conversions
        where (is_of_session or empty(key))
          and halfMD5(arrayStringConcat(key, '\0')) in {asked:Array(UInt64)}
        group by
            list,
            bucket,
            key,
            currency
    )
select
    list,
    bucket,
    key,
    sum(currency_conversions.conversions) as conversions,
    distinct_in(uniqCombined64MergeState(17)(visitors)) as converting_visitors,
    arraySort(groupArrayIf((currency, toString(amount)), currency != '')) as revenue
from currency_conversions
group by
    list,
    bucket,
    key
