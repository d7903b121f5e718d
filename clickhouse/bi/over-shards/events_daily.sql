-- Events without an id are counted where they are. Of those with one, all shards together know which counts.
select
    site_id,
    date,
    event,
    currency,
    sum(number) as events,
    sum(revenue) as amount
from (
    select
        site_id,
        date,
        event,
        currency,
        events as number,
        amount as revenue
    from cluster('{cluster}', {local}, events_daily)
    union all
    select
        site_id,
        date,
        event,
        currency,
        1 as number,
        amount as revenue
    from {bi}.events
    where event_id != ''
)
group by
    site_id,
    date,
    event,
    currency
