select
    site_id,
    visitors,
    sessions
from /* from: settled_totals */
