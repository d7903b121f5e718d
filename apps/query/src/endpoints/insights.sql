select
    sum(views) as pageviews,
    uniqCombined64Merge(17)(visitors) as unique_visitors,
    sum(totals.sessions) as sessions,
    sum(totals.bounces) as bounces,
    sum(totals.duration_ms) as duration_ms
from (
    /* rows: totals */
) as totals
settings
    do_not_merge_across_partitions_select_final = 1,
    optimize_move_to_prewhere = 0
