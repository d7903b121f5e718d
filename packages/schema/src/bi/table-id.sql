select toString(uuid) as id
from system.tables
where database = currentDatabase()
  and name = 'migrations'
