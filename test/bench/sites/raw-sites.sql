-- The rows of /sites for the most viewed sites, from raw pings. A part of the sparkline is a day, because the range is 30 days from a
-- full hour.
select
    site_id,
    uniqExactIf(pageview_id, is_current) as pageviews,
    uniqExactIf(visitor_id, is_current) as unique_visitors,
    uniqExactIf(session_id, began_at >= {start:DateTime64(3, 'UTC')} and began_at < {end:DateTime64(3, 'UTC')}) as sessions,
    if(earlier_visitors = 0, null, round(100 * (unique_visitors - earlier_visitors) / earlier_visitors, 2)) as change,
    concat(replaceOne(toString(max(last_ping_at)), ' ', 'T'), 'Z') as last_ping_at,
    sumForEach(arrayMap(part -> toUInt64(is_current and day = part), range(30))) as sparkline,
    uniqExactIf(visitor_id, is_before) as earlier_visitors
from (
    select
        site_id,
        session_id,
        pageview_id,
        min(visitor_id) as visitor_id,
        min(pinged_at) as entered_at,
        max(pinged_at) as last_ping_at,
        min(entered_at) over (partition by site_id, session_id) as began_at,
        entered_at >= {start:DateTime64(3, 'UTC')} and entered_at < {end:DateTime64(3, 'UTC')} as is_current,
        entered_at >= {start:DateTime64(3, 'UTC')} - interval 30 day and entered_at < {start:DateTime64(3, 'UTC')} as is_before,
        intDiv(toUnixTimestamp64Milli(entered_at) - toUnixTimestamp64Milli({start:DateTime64(3, 'UTC')}), 86400000) as day
    from pings
    group by
        site_id,
        session_id,
        pageview_id
)
group by site_id
order by
    pageviews desc,
    site_id
limit 1000
