-- Counts the stored offsets of a partition in pieces of 65,536 offsets. Bitmaps are exact, at a few kB per piece.
select
    toString(intDiv(log_offset, 65536)) as piece,
    groupBitmap(log_offset) as offsets
from (
    select log_offset
    from pings
    where log_partition = {partition:UInt16}
      and log_offset >= toUInt64({first:String})
      and log_offset < toUInt64({end:String})
    union all
    select log_offset
    from dead_letters
    where log_partition = {partition:UInt16}
      and log_offset >= toUInt64({first:String})
      and log_offset < toUInt64({end:String})
)
group by piece
