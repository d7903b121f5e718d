-- Sessions on this shard that belong to another one, by the time in their ids: packages/log/src/partition.ts.
with
    toUnixTimestamp64Milli(UUIDv7ToDateTime(session_id, 'UTC')) as made_at,
    {numbers:Array(UInt16)}[arrayCount(time -> time <= made_at, {times:Array(UInt64)})] as partitions,
    {owners:Array(UInt16)}[CRC32(toString(session_id)) % partitions + 1] as owner
select
    count() as checked,
    countIf(owner != {shard:UInt16}) as strays,
    groupUniqArrayIf(1000)(toString(session_id), owner != {shard:UInt16}) as ids
from {table:Identifier}
where session_id != toUUID('00000000-0000-0000-0000-000000000000')
