select
    table,
    column,
    sum(column_data_compressed_bytes) as bytes
from system.parts_columns
where database = currentDatabase()
  and active
group by
    table,
    column
having bytes > 0
order by bytes desc
