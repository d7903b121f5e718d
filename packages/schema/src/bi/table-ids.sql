select toString(uuid) as id
from cluster('{cluster}', system, tables)
where database = {database:String}
  and name = 'migrations'
