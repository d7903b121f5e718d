select focus_time_ms
from /* from: pageviews */
where page_path = {page_path:String}
