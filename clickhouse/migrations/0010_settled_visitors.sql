create table if not exists settled_visitors
(
    site_id LowCardinality(String) comment 'Site; empty in the row that holds the watermark of the day',
    day Date comment 'UTC day of first_seen_at',
    visitor_id UUID comment 'Id of the visitor; one row for each site' codec(ZSTD(1)),
    first_seen_at DateTime64(3, 'UTC') comment 'Time of the first ping of all time on the site' codec(Delta(8), ZSTD(1)),
    earlier_sites Array(LowCardinality(String)) comment 'The sites that saw the visitor earlier; of sites that saw it in one millisecond, those before this one by name. Of several sites together, the visitor is first seen in the row that has none of them here' codec(ZSTD(1)),
    watermark DateTime64(3, 'UTC') comment 'Pings stored before this time are counted' codec(ZSTD(1)),
    -- States, as reports count all visitors in one way.
    projection by_day (
        select site_id, day, earlier_sites, uniqCombined64State(17)(visitor_id)
        group by site_id, day, earlier_sites
    )
)
engine = MergeTree
partition by day
order by (site_id, first_seen_at)
comment 'Settled copy of visitors: the visitors first seen by each site on each day, as of its watermark. Read without FINAL. Days are rebuilt as a whole, never appended to. For visitors of sessions that changed later, reports read visitors'
