select toString(ping_id) as stored_id
from pings
where ping_id in {ping_ids:Array(UUID)}
