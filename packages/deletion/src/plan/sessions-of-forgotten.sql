-- The sessions of a site that forgotten names, by their own id or by a visitor's.
select session_id
from (
    select session_id, visitor_id from pings where site_id = {site:String} and event = '' and drop_reason = ''
    union distinct
    select session_id, visitor_id from sessions where site_id = {site:String}
    union distinct
    select session_id, visitor_id from pageviews where site_id = {site:String}
    union distinct
    select session_id, visitor_id from changed_sessions where site_id = {site:String}
    union distinct
    -- Of an event, the session alone counts: its visitor may have named another one's session.
    select session_id, toUUID('00000000-0000-0000-0000-000000000000') from events where site_id = {site:String} and notEmpty(session_id)
)
where SHA256(concat('session ', {site:String}, ' ', toString(session_id))) in (select hash from forgotten where kind = 'session')
   or SHA256(concat('visitor ', {site:String}, ' ', toString(visitor_id))) in (select hash from forgotten where kind = 'visitor')
