insert into dead_letters (
    log_partition,
    log_offset,
    checksum,
    site_id,
    received_at,
    refused_at,
    reason,
    value,
    replayed_at
)
select
    log_partition,
    log_offset,
    checksum,
    site_id,
    received_at,
    refused_at,
    reason,
    value,
    {replayed_at:DateTime64(3, 'UTC')}
from dead_letters final
where (log_partition, log_offset, checksum) in (
    select arrayJoin(arrayZip(
        {partitions:Array(UInt16)},
        arrayMap(offset -> toUInt64(offset), {offsets:Array(String)}),
        arrayMap(checksum -> toFixedString(checksum, 64), {checksums:Array(String)})
    ))
)
