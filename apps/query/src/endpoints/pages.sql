select
    page_path,
    substring(max(title), 9) as page_title,
    sum(views) as views,
    sum(first_views) as unique_views,
    sum(focus_time_ms) as focus_time_ms_sum,
    sum(scroll_depth) as scroll_depth_sum
from (
    /* rows: page_views */
)
group by page_path
order by
    views desc,
    page_path
limit {limit:UInt32}
offset {offset:UInt32}
settings
    do_not_merge_across_partitions_select_final = 1,
    optimize_move_to_prewhere = 0,
    -- The answer then says how many paths there are in all: meta.total without a second query.
    exact_rows_before_limit = 1
