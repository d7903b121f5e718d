select ping_id
from (
    select ping_id, visitor_id from events where site_id = {site:String}
    union distinct
    select ping_id, visitor_id from pings where site_id = {site:String} and event != '' and drop_reason = ''
)
where SHA256(concat('ping ', {site:String}, ' ', toString(ping_id))) in (select hash from forgotten where kind = 'ping')
   or SHA256(concat('visitor ', {site:String}, ' ', toString(visitor_id))) in (select hash from forgotten where kind = 'visitor')
