-- The buckets that are not empty. Their starts, in milliseconds since 1970, come with the question.
select
    bucket as start_ms,
    sum(views) as pageviews,
    sum(visitors_counted) + uniqCombined64Merge(17)(visitors) as unique_visitors,
    sum(sessions) as sessions
from (
    /* rows: totals */
)
group by bucket
settings
    do_not_merge_across_partitions_select_final = 1,
    optimize_move_to_prewhere = 0
