-- Columns of binary numbers in place of rows: ten years have 87,600 hours. By way of hex(), as the FixedString of a zero would
-- come out empty.
select
    base64URLEncode(unhex(arrayStringConcat(groupArray(hex(toFloat64(touched.hour) * 1000))))) as hours,
    base64URLEncode(unhex(arrayStringConcat(groupArray(hex(toFloat64(stored_at)))))) as stored_at,
    base64URLEncode(unhex(arrayStringConcat(groupArray(hex(toFloat64(late_at)))))) as late_at
from (
    /* touched */
) as touched
settings
    max_threads = 1,
    optimize_move_to_prewhere = 0
