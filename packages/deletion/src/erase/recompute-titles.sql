-- From raw pings too, while they are kept: a pageview has one of the paths of its pings.
insert into page_titles (site_id, page_path, title)
select
    {site:String} as site_id,
    page_path,
    max(newest)
from (
    select
        page_path,
        title as newest
    from pageviews
    where site_id = {site:String}
      and page_path in (select name from deleting where what = 'page')
    union all
    select
        page_path,
        cast(
            if(page_title = '', (toDateTime64(0, 3, 'UTC'), ''), (pinged_at, page_title)),
            'Tuple(pinged_at DateTime64(3, \'UTC\'), text String)'
        ) as newest
    from pings
    where site_id = {site:String}
      and drop_reason = ''
      and event = ''
      and page_path in (select name from deleting where what = 'page')
)
group by page_path
