select
    country,
    region,
    city,
    sum(place_visits.visits) as visits
from place_visits
where /* slots */
group by
    country,
    region,
    city
