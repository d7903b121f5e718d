select
    source,
    medium,
    source_visits.visits as visits,
    source_visits.visitors as visitors,
    source_visits.bounces as bounces
from source_visits
prewhere site_id = {site_id:String}
  and /* slots */
