-- Every site that ever sent a ping which counts.
select distinct site_id
from (
    select distinct site_id
    from changed_hours
    union all
    select distinct site_id
    from changed_events
)
order by site_id
