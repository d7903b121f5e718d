select
    multiIf(
        grouping(city) = 0, 'cities',
        grouping(region) = 0, 'regions',
        'countries'
    ) as list,
    country,
    region,
    city,
    count() as visits
from
(
    select
        first_country as country,
        first_region as region,
        first_city as city
    from
    (
        select
            tupleElement(argMin((country, region, city), pinged_at), 1) as first_country,
            tupleElement(argMin((country, region, city), pinged_at), 2) as first_region,
            tupleElement(argMin((country, region, city), pinged_at), 3) as first_city,
            min(pinged_at) as first_ping
        from pings
        where site_id = {site_id:String}
          and pinged_at >= {start:DateTime64(3, 'UTC')} - interval 1 day
          and pinged_at < {end:DateTime64(3, 'UTC')} + interval 1 day
          /* filter */
        group by session_id
        having first_ping >= {start:DateTime64(3, 'UTC')}
           and first_ping < {end:DateTime64(3, 'UTC')}
    )
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
limit 20 by list
