create table if not exists page_titles
(
    site_id LowCardinality(String) comment 'Site',
    page_path String comment 'Path of the page; with FINAL one row each' codec(ZSTD(1)),
    title SimpleAggregateFunction(max, Tuple(pinged_at DateTime64(3, 'UTC'), text String)) comment 'Newest non-empty title, with the time of its ping. For the text alone select page_title: FINAL does not merge an element of a tuple read alone' codec(ZSTD(1)),
    page_title String alias tupleElement(title, 'text') comment 'Newest non-empty title; empty when none was sent'
)
engine = AggregatingMergeTree
order by (site_id, page_path)
settings non_replicated_deduplication_window = 10000
comment 'One row per page, filled from pings. Read with FINAL';

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
