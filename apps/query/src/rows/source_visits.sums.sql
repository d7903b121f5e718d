select
    source,
    medium,
    settled_sources.visits as visits,
    settled_sources.visitors as visitors,
    settled_sources.bounces as bounces
from /* from: settled_sources */
