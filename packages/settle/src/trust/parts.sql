-- A part never changes: a day that was rebuilt, or whose parts were merged, has other parts with other hashes.
-- The time is that of the server, which watermarks are of too.
select
    table as table_name,
    partition_id as day,
    groupArray(name) as names,
    arrayStringConcat(arraySort(groupArray(hash_of_all_files)), ' ') as hash,
    toUnixTimestamp64Milli(now64(3, 'UTC')) as now
from system.parts
where database = currentDatabase()
  and table in {tables:Array(String)}
  and active
  and partition_id >= {first_day:String}
  and partition_id <= {last_day:String}
group by
    table_name,
    day
