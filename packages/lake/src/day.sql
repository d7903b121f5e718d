-- The date is in the path: readers that find it in the file too refuse two types for one column.
select * except (date)
from {database:Identifier}.{view:Identifier}
where site_id = {site:String}
  and date = {date:Date}
