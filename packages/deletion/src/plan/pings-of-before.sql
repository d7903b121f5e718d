select ping_id
from events
where site_id = {site:String}
  and occurred_at < toDateTime64({day:Date}, 3, 'UTC')
