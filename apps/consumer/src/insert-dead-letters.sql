insert into dead_letters (
    log_partition,
    log_offset,
    checksum,
    site_id,
    received_at,
    refused_at,
    reason,
    value
)
select
    log_partition,
    log_offset,
    checksum,
    site_id,
    received_at,
    refused_at,
    reason,
    -- Any bytes, which JSON cannot represent.
    base64Decode(value)
from input('
    log_partition UInt16,
    log_offset UInt64,
    checksum String,
    site_id String,
    received_at DateTime64(3, \'UTC\'),
    refused_at DateTime64(3, \'UTC\'),
    reason String,
    value String
')
format JSONEachRow
