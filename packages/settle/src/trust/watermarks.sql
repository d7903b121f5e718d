select
    _part as part,
    toUnixTimestamp64Milli(watermark) as watermark
from {table:Identifier}
where site_id = ''
  and _partition_id >= {first_day:String}
  and _partition_id <= {last_day:String}
settings
    -- Days are parts of a few rows: one thread reads thirty of them in half the time of two threads.
    max_threads = 1,
    optimize_move_to_prewhere = 0
