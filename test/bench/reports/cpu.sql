-- CPU time of the query app's queries since a time, seconds.
select sum(ProfileEvents['UserTimeMicroseconds'] + ProfileEvents['SystemTimeMicroseconds']) / 1e6 as n
from system.query_log
where type = 'QueryFinish'
  and user = 'reader'
  and query_start_time_microseconds >= {start:DateTime64(6)}
