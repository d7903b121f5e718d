-- The most memory that a query of the query app took since a time, bytes.
select max(memory_usage) as n
from system.query_log
where type = 'QueryFinish'
  and user = 'reader'
  and query_start_time_microseconds >= {start:DateTime64(6)}
