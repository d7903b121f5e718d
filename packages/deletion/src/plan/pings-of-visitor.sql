select ping_id from events where site_id = {site:String} and visitor_id = {id:UUID}
union distinct
select ping_id from pings where site_id = {site:String} and visitor_id = {id:UUID} and event != '' and drop_reason = ''
