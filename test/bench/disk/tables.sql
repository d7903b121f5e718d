select
    table,
    sum(bytes_on_disk) as bytes,
    sum(rows) as table_rows
from system.parts
where database = currentDatabase()
  and active
  -- Temporary tables are of days that the service is rebuilding.
  and table not like '%\\_stage\\_%'
group by table
having table_rows > 0
order by bytes desc
