select
    visitor_id,
    1 as views
from /* from: pageviews */
