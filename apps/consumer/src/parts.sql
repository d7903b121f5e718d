-- Inserts slow down when one partition of a table has 1,000 parts (parts_to_delay_insert), and fail at 3,000.
select max(parts) as parts
from (
    select count() as parts
    from system.parts
    where active and database = currentDatabase()
    group by table, partition_id
)
