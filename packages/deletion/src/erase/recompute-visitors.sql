-- From raw pings too, while they are kept: a pageview names one of the visitors of its pings.
insert into visitors (site_id, visitor_hour, visitor_id, first_seen_at)
select
    {site:String} as site_id,
    toStartOfHour(UUIDv7ToDateTime(visitor_id, 'UTC')) as visitor_hour,
    visitor_id,
    min(seen_at) as first_seen_at
from (
    select
        visitor_id,
        entered_at as seen_at
    from pageviews
    where site_id = {site:String}
      and visitor_id in (select id from deleting where what = 'visitor')
    union all
    select
        visitor_id,
        pinged_at as seen_at
    from pings
    where site_id = {site:String}
      and drop_reason = ''
      and event = ''
      and visitor_id in (select id from deleting where what = 'visitor')
)
group by visitor_id
