-- Of an event, only the raw ping has the address.
select ping_id from pings where site_id = {site:String} and ip = {address:String} and event != '' and drop_reason = ''
