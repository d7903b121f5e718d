-- Of whole days the number of views is enough: the size of the array, which is a column of its own on disk.
select
    visitor_id,
    viewed_at.size0 as views
from visits
where site_id = {site_id:String}
  and slot >= toStartOfDay({rolled_from:DateTime64(3, 'UTC')} - interval 1 millisecond) + interval 1 day
  and slot < toStartOfDay({rolled_until:DateTime64(3, 'UTC')})
  and viewed_at.size0 > 0
  /* filter: properties */
union all
select
    visitor_id,
    1 as views
from visits
array join viewed_at as at
where site_id = {site_id:String}
  and /* within: slot, at */
  and (
      slot < {rolled_from:DateTime64(3, 'UTC')}
      or slot >= toStartOfDay({rolled_until:DateTime64(3, 'UTC')})
  )
  /* filter: properties */
