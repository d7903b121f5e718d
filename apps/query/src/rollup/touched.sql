-- Columns of binary numbers in place of rows: ten years have 87,600 hours.
select
    base64URLEncode(arrayStringConcat(groupArray(reinterpretAsFixedString(toFloat64(touched.hour) * 1000)))) as hours,
    base64URLEncode(arrayStringConcat(groupArray(reinterpretAsFixedString(toFloat64(stored_at))))) as stored_at,
    base64URLEncode(arrayStringConcat(groupArray(reinterpretAsFixedString(toFloat64(late_at))))) as late_at
from (
    /* touched */
) as touched
settings
    max_threads = 1,
    optimize_move_to_prewhere = 0
