-- Raw pings may be gone (RETENTION_PINGS); the session keeps the address of its first one.
select session_id from pings where site_id = {site:String} and ip = {address:String} and event = '' and drop_reason = ''
union distinct
select session_id from sessions where site_id = {site:String} and tupleElement(geography, 'ip') = {address:String}
