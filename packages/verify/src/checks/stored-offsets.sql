-- The stored offsets of a range.
select distinct toString(log_offset) as log_offset
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
order by toUInt64(log_offset)
