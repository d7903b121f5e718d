select toUnixTimestamp64Milli(least(min(pinged_at), min(received_at))) as earliest_ms
from pings
having count() > 0
