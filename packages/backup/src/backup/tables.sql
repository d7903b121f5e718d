select
    name,
    ifNull(total_rows, 0) as rows
from system.tables
where database = {database:String}
  and engine like '%MergeTree'
  -- The program creates them, and their rows are derived from the others. With the stages of rebuilds.
  and not startsWith(name, 'settled_')
  and not match(name, '_stage_[0-9a-f]{32}$')
  -- The manifest has its rows.
  and name != 'migrations'
order by name
