select
    count() as sessions,
    countIf(bounced) as bounces,
    sum(session_rows.duration_ms) as duration_ms
from /* from: sessions */
