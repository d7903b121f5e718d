select
    browser,
    os,
    device_type,
    count() as visits
from /* from: sessions */
group by
    browser,
    os,
    device_type
