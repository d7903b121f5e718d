create table if not exists dead_letters
(
    log_partition UInt16 comment 'Partition of the log that held the message',
    log_offset UInt64 comment 'Offset of the message in its partition',
    checksum FixedString(64) comment 'SHA-256 of value, hexadecimal. A recreated topic starts again at offset 0: the checksum distinguishes its messages from the old ones' codec(ZSTD(1)),
    site_id SimpleAggregateFunction(min, String) comment 'Site of the ping; empty when it cannot be read' codec(ZSTD(1)),
    received_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')) comment 'Time at which ingest received it; time of the first refusal when it cannot be read' codec(ZSTD(1)),
    refused_at SimpleAggregateFunction(min, DateTime64(3, 'UTC')) comment 'Time at which ClickHouse first refused it' codec(ZSTD(1)),
    reason SimpleAggregateFunction(max, String) comment 'Error message of ClickHouse' codec(ZSTD(1)),
    value SimpleAggregateFunction(max, String) comment 'The bytes of the message: usually a whole ping' codec(ZSTD(1)),
    replayed_at SimpleAggregateFunction(max, DateTime64(3, 'UTC')) comment 'Time at which it was put back into the log; 1970 until then' codec(ZSTD(1))
)
engine = AggregatingMergeTree
order by (log_partition, log_offset, checksum)
settings non_replicated_deduplication_window = 10000
comment 'Messages of the log that ClickHouse refused for their content. Read with FINAL. Another refusal changes nothing. The topic of dead letters has the same messages'
