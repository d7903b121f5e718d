create table if not exists settled_paths
(
    site_id LowCardinality(String) comment 'Site; empty in the row that holds the watermark of the day',
    day Date comment 'UTC day of first_view_at',
    first_view_at DateTime64(3, 'UTC') comment 'Time of the first pageview of the session; one row for each session' codec(T64, ZSTD(1)),
    node_1 LowCardinality(FixedString(16)) comment 'First node: the 128-bit hash of the path of a page, or of an event. Consecutive equal nodes are one' codec(ZSTD(1)),
    node_2 LowCardinality(FixedString(16)) comment 'Second node; zeros when there was none' codec(ZSTD(1)),
    node_3 LowCardinality(FixedString(16)) comment 'Third node' codec(ZSTD(1)),
    node_4 LowCardinality(FixedString(16)) comment 'Fourth node' codec(ZSTD(1)),
    node_5 LowCardinality(FixedString(16)) comment 'Fifth node' codec(ZSTD(1)),
    node_6 LowCardinality(FixedString(16)) comment 'Sixth node' codec(ZSTD(1)),
    watermark DateTime64(3, 'UTC') comment 'Pings stored before this time are counted' codec(ZSTD(1))
)
engine = MergeTree
partition by day
order by (site_id, node_1, node_2, node_3, node_4, node_5, node_6)
-- One dictionary of nodes for a column of a day, not one for each granule.
settings min_bytes_for_wide_part = 0
comment 'The first nodes of the sessions of each day, as of its watermark: pageviews and events in order. Days are rebuilt as a whole, never appended to. A table of its own, as events change it too, and as it takes few bytes in this order'
