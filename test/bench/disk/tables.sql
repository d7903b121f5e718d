select
    table,
    sum(bytes_on_disk) as bytes,
    sum(rows) as table_rows
from system.parts
where database = currentDatabase()
  and active
group by table
having table_rows > 0
order by bytes desc
