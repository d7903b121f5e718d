-- The fingerprint changes with any value of any row, and with the columns; the order of the rows does not matter. As a tuple, because
-- the hash of a null is null otherwise, and not in the sum.
select
    site_id,
    date,
    count() as rows,
    toString(sum(cityHash64(tuple(*)))) as fingerprint
from {database:Identifier}.{view:Identifier}
where date >= {from:Date}
  and date <= {until:Date}
  and date in {days:Array(Date)}
  and ({every_site:Bool} or site_id in {sites:Array(String)})
group by
    site_id,
    date
order by
    date,
    site_id
