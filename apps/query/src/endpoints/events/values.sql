-- Amounts are added up by currency, then listed by value.
select
    value,
    sum(currency_events) as events,
    uniqCombined64Merge(17)(currency_visitors) as unique_visitors,
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
