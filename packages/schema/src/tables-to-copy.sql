-- Without the stages of rebuilds, which belong to one server.
select
    name,
    database,
    create_table_query as sql,
    engine like '%View' as is_view
from system.tables
where database = currentDatabase()
  and not match(name, '_stage_[0-9a-f]{32}$')
order by name
