select
    site_id,
    date,
    count() as rows
from {database:Identifier}.{view:Identifier}
where date >= {from:Date}
  and date <= {until:Date}
  and ({every_site:Bool} or site_id in {sites:Array(String)})
group by
    site_id,
    date
order by
    date,
    site_id
