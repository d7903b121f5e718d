-- A session that began before the day is deleted as a whole. Its id is at most ten minutes ahead of its first ping.
select session_id
from sessions
where site_id = {site:String}
  and session_hour <= toDateTime({day:Date}, 'UTC')
group by session_id
having min(first_seen_at) < toDateTime64({day:Date}, 3, 'UTC')
