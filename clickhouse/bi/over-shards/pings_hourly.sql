select
    site_id,
    hour,
    outcome,
    reason,
    sum(number) as pings
from (
    select
        site_id,
        hour,
        outcome,
        reason,
        pings as number
    from cluster('{cluster}', {local}, pings_hourly)
)
group by
    site_id,
    hour,
    outcome,
    reason
