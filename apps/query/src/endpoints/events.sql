-- Amounts are added up by currency, then listed by event.
with
    -- Up to 4,095 are exact, and larger numbers the same estimate in every report (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in
select
    event,
    sum(currency_events) as events,
    distinct_in(uniqCombined64MergeState(17)(currency_visitors)) as unique_visitors,
    sum(currency_sessions_counted) + uniqExactMerge(currency_sessions) as sessions,
    arraySort(groupArrayIf((currency, toString(currency_amount)), currency != '')) as revenue
from (
    select
        event,
        currency,
        sum(events) as currency_events,
        uniqCombined64MergeState(17)(visitors) as currency_visitors,
        sum(sessions_counted) as currency_sessions_counted,
        uniqExactMergeState(sessions) as currency_sessions,
        sum(amount) as currency_amount
    from (
        /* rows: event_counts */
    )
    group by
        event,
        currency
)
group by event
order by
    events desc,
    event
limit {limit:UInt32}
offset {offset:UInt32}
settings exact_rows_before_limit = 1
