-- The days of the plan near which no session, event or request of a page remains. A session has pings on the day of its id, or the next
-- to it. An insert that began in the last two minutes may have noted a day before its rows can be read.
delete where site_id = {site:String}
  and day in (select toDate(at) from deleting where what = 'day' and name = 'changed_days')
  and changed_at < {begun:DateTime64(3, 'UTC')} - interval 2 minute
  and day not in (
      select toDate(session_hour) + arrayJoin([-1, 0, 1])
      from sessions
      where site_id = {site:String}
        and toDate(session_hour) in (
            select toDate(at) + arrayJoin([-1, 0, 1]) from deleting where what = 'day' and name = 'changed_days'
        )
  )
  and day not in (
      select toDate(event_hour)
      from events
      where site_id = {site:String}
        and toDate(event_hour) in (select toDate(at) from deleting where what = 'day' and name = 'changed_days')
  )
  and day not in (
      select toDate(occurred_at)
      from crawls
      where site_id = {site:String}
        and toDate(occurred_at) in (select toDate(at) from deleting where what = 'day' and name = 'changed_days')
  )
