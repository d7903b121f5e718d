create table if not exists dead_letters
(
    log_partition UInt16 comment 'Partition of the log that held the message',
    log_offset UInt64 comment 'Offset of the message in its partition',
    checksum FixedString(64) comment 'SHA-256 of value, hexadecimal. A recreated topic counts its offsets from 0 again: this tells its messages from the old ones' codec(ZSTD(1)),
    site_id SimpleAggregateFunction(min, String) comment 'The site that the ping was sent for; empty when that cannot be read' codec(ZSTD(1)),
    received_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')) comment 'When ingest received it; when that cannot be read, when it was first refused' codec(ZSTD(1)),
    refused_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')) comment 'When ClickHouse first refused it' codec(ZSTD(1)),
    reason SimpleAggregateFunction(max, String) comment 'Error message of ClickHouse' codec(ZSTD(1)),
    value SimpleAggregateFunction(max, String) comment 'The message, byte by byte: usually a whole ping' codec(ZSTD(1)),
    replayed_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'When it was put back into the log; 1970 until then' codec(ZSTD(1))
)
engine = AggregatingMergeTree
order by (log_partition, log_offset, checksum)
settings non_replicated_deduplication_window = 10000
comment 'Messages of the log that ClickHouse refused for their content. Read with FINAL. One that is refused again changes nothing here. The log of dead letters holds the same'
