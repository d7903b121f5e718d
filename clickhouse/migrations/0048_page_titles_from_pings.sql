create materialized view if not exists page_titles_from_pings to page_titles as
select
    site_id,
    page_path,
    max(if(
        page_title = '',
        (toDateTime64(0, 3, 'UTC'), ''),
        (pinged_at, page_title)
    )::Tuple(pinged_at DateTime64(3, 'UTC'), text String)) as title
from pings
where drop_reason = ''
group by
    site_id,
    page_path
comment 'Fills page_titles from each block inserted into pings'
