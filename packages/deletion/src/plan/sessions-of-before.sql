-- A session that began before the day is deleted as a whole. Its id is ahead of its first ping by `idLead` at most.
select session_id
from sessions
where site_id = {site:String}
  and session_hour <= toDateTime({day:Date}, 'UTC') + toIntervalMillisecond({id_lead:UInt32})
group by session_id
having min(first_seen_at) < toDateTime64({day:Date}, 3, 'UTC')
