create table if not exists carried_views
(
    site_id LowCardinality(String) comment 'The site; empty in the one row of a day that says up to when it is complete',
    slot DateTime('UTC') comment 'Begin of an hour',
    edge Enum8('begin' = 1, 'end' = 2) comment 'Which edge of the hour the session was carried over. Each edge stands at both hours that it parts, as these may be of different days',
    page_path String comment 'A page that the session viewed before the edge and after it',
    session_id UUID comment 'The session',
    next_at DateTime64(3, 'UTC') comment 'When it first viewed the page after the edge' codec(ZSTD(1)),
    complete_until DateTime64(3, 'UTC') comment 'Pings that were stored before this time are counted' codec(ZSTD(1))
)
engine = MergeTree
partition by toDate(slot)
order by (site_id, slot, edge, page_path)
comment 'Rollup: sessions that viewed a page before and after the edge of an hour. With them unique views add up: those of a period are the first views in it, and the views carried over its begin. Rebuilt a day at a time from pageviews, never added to'
