select
    table,
    column,
    sum(column_data_compressed_bytes) as bytes
from system.parts_columns
where database = currentDatabase()
  and active
  -- Temporary tables are of days that the service is rebuilding.
  and table not like '%\\_stage\\_%'
group by
    table,
    column
having bytes > 0
order by bytes desc
