-- The hours of the range that were touched since their day was rolled up, or whose day never was: of these the rollup may be
-- wrong. An hour that was never touched holds nothing, in the rollup as in the entity tables.
select toUnixTimestamp(touched.hour) as hour
from (
    /* touched */
) as touched
left join (
    /* marks */
) as marks on toStartOfDay(touched.hour) = marks.day
where touched_at >= complete_until
  and touched.hour >= {hour_of_start:DateTime('UTC')}
order by hour
settings
    -- Days are parts of a few rows: one thread reads thirty of them in half the time of two (6 against 11 ms).
    max_threads = 1,
    optimize_move_to_prewhere = 0
