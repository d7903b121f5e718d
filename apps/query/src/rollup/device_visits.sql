select
    browser,
    os,
    device_type,
    visits
from device_visits
where /* slots */
