select
    name,
    ifNull(total_rows, 0) as rows
from system.tables
where database = {database:String}
  and engine like '%MergeTree'
  -- The migrations create them, and their rows are derived from the others.
  and name not in {settled:Array(String)}
  and not match(name, '_stage_[0-9a-f]{32}$')
  -- The manifest has its rows.
  and name != 'migrations'
order by name
