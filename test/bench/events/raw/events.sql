with
    (
        select uniqExact(visitor_id)
        from pings
        where site_id = {site_id:String}
          and type = 'view'
          and event = ''
          and pinged_at >= {start:DateTime64(3, 'UTC')}
          and pinged_at < {end:DateTime64(3, 'UTC')}
    ) as visitors
select
    event,
    count() as events,
    uniqExact(visitor_id) as unique_visitors,
    uniqExact(session_id) as sessions,
    round(100 * unique_visitors / visitors, 2) as conversion_rate,
    arrayMap(
        (currency, amount) -> CAST((currency, toString(amount)), 'Tuple(currency String, amount String)'),
        mapKeys(mapSort(sumMapIf(map(toString(currency), pings.amount), currency != '')) as sums),
        mapValues(sums)
    ) as revenue
from pings
where site_id = {site_id:String}
  and event != ''
  and pinged_at >= {start:DateTime64(3, 'UTC')}
  and pinged_at < {end:DateTime64(3, 'UTC')}
group by event
order by
    events desc,
    event
limit 20
