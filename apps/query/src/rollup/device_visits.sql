select
    browser,
    os,
    device_type,
    sum(device_visits.visits) as visits
from device_visits
where /* slots */
group by
    browser,
    os,
    device_type
