select
    country,
    region,
    city,
    visits
from place_visits
where /* slots */
