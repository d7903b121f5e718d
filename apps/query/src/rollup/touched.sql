-- Columns in place of rows: a year has thousands of hours.
select
    groupArray(touched.hour) as hours,
    groupArray(stored_at) as stored_at,
    groupArray(late_at) as late_at
from (
    /* touched */
) as touched
settings
    max_threads = 1,
    optimize_move_to_prewhere = 0
