-- Amounts are added up by currency, then listed by value.
with
    -- Up to 4,095 are exact, and larger numbers the same estimate in every report (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in
select
    value,
    sum(currency_events) as events,
    distinct_in(uniqCombined64MergeState(17)(currency_visitors)) as unique_visitors,
    arraySort(groupArrayIf((currency, toString(currency_amount)), currency != '')) as revenue
from (
    select
        value,
        currency,
        sum(events) as currency_events,
        uniqCombined64MergeState(17)(visitors) as currency_visitors,
        sum(amount) as currency_amount
    from (
        /* rows: event_values */
    )
    group by
        value,
        currency
)
group by value
order by
    events desc,
    value
limit {limit:UInt32}
offset {offset:UInt32}
settings exact_rows_before_limit = 1
