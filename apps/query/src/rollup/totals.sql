select
    views,
    visitors,
    sessions,
    bounces,
    duration_ms
from totals
prewhere site_id = {site_id:String}
  and /* slots */
