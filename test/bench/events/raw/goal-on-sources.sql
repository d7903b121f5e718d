select
    source,
    medium,
    countIf(is_visit) as visits,
    uniqExactIf(visitor_id, is_visit) as unique_visitors,
    round(100 * countIf(is_visit and first_view = last_view) / visits, 2) as bounce_rate,
    [CAST(
        (
            concat('event:', {event:String}),
            sum(session_conversions),
            uniqExactIf(visitor_id, session_conversions > 0) as converting_visitors,
            round(100 * converting_visitors / unique_visitors, 2),
            arrayMap(
                (currency, amount) -> (currency, toString(amount)),
                mapKeys(mapSort(sumMap(session_revenue)) as sums),
                mapValues(sums)
            )
        ),
        'Tuple(goal String, conversions UInt64, converting_visitors UInt64, conversion_rate Float64, revenue Array(Tuple(currency String, amount String)))'
    )] as goals
from
(
    with
        event = {event:String}
            and pinged_at >= {start:DateTime64(3, 'UTC')}
            and pinged_at < {end:DateTime64(3, 'UTC')} as is_conversion
    select
        argMinIf(source, pinged_at, event = '') as source,
        argMinIf(medium, pinged_at, event = '') as medium,
        any(visitor_id) as visitor_id,
        minIf(pageview_id, event = '') as first_view,
        maxIf(pageview_id, event = '') as last_view,
        minIf(pinged_at, event = '') as first_ping,
        first_ping >= {start:DateTime64(3, 'UTC')} and first_ping < {end:DateTime64(3, 'UTC')} as is_visit,
        countIf(is_conversion) as session_conversions,
        sumMapIf(map(toString(currency), amount), is_conversion and currency != '') as session_revenue
    from pings
    where site_id = {site_id:String}
      and pinged_at >= {start:DateTime64(3, 'UTC')} - interval 1 day
      and pinged_at < {end:DateTime64(3, 'UTC')} + interval 1 day
    group by session_id
)
group by
    source,
    medium
having visits > 0
order by
    visits desc,
    source,
    medium
limit 20
