-- Amounts are added up by currency, then listed by event.
select
    event,
    sum(currency_events) as events,
    uniqCombined64Merge(17)(currency_visitors) as unique_visitors,
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
