-- The days on which the visitors of the plan are first seen, on any site, in the settled rows and in the entity table: before
-- the deletion the old ones, after it the new ones.
insert into deleting (what, site_id, name, at)
select distinct
    'day',
    {site:String},
    'settled_visitors',
    toDateTime64(toStartOfDay(first_seen_at), 3, 'UTC')
from (
    select first_seen_at
    from settled_visitors
    where visitor_id in (select id from deleting where what = 'visitor')
    union all
    select visitors.first_seen_at
    from visitors
    where visitor_id in (select id from deleting where what = 'visitor')
)
