-- Three lists from one pass over the sessions.
select
    multiIf(
        grouping(city) = 0, 'cities',
        grouping(region) = 0, 'regions',
        'countries'
    ) as list,
    country,
    region,
    city,
    sum(visits) as visits
from (
    /* rows: place_visits */
)
group by grouping sets (
    (country),
    (country, region),
    (country, region, city)
)
order by
    visits desc,
    country,
    region,
    city
limit {limit:UInt32} by list
