insert into event_ids (site_id, event_id, first, days)
select
    site_id,
    event_id,
    min(cast((occurred_at, ping_id), 'Tuple(occurred_at DateTime64(3, \'UTC\'), ping_id UUID)')),
    groupUniqArray(toDate(occurred_at))
from events
where site_id = {site:String}
  and event_id in (select name from deleting where what = 'event_id')
group by
    site_id,
    event_id
