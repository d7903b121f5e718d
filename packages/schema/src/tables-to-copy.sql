-- Without the stages of rebuilds, which belong to one server. A materialized view needs what it reads; another view has its columns in its
-- statement, and needs nothing.
select create_table_query as sql
from system.tables
where database = currentDatabase()
  and not match(name, '_stage_[0-9a-f]{32}$')
order by
    engine = 'MaterializedView',
    name
