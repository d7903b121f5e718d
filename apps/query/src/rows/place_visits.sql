select
    country,
    region,
    city,
    count() as visits
from /* from: sessions */
group by
    country,
    region,
    city
