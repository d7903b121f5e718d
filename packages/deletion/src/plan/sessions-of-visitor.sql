-- A session may have pings with several visitor ids: it is deleted as a whole.
select session_id from pings where site_id = {site:String} and visitor_id = {id:UUID} and event = '' and drop_reason = ''
union distinct
select session_id from sessions where site_id = {site:String} and visitor_id = {id:UUID}
union distinct
select session_id from pageviews where site_id = {site:String} and visitor_id = {id:UUID}
union distinct
select session_id from changed_sessions where site_id = {site:String} and visitor_id = {id:UUID}
