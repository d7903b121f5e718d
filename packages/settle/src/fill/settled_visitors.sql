insert into {stage:Identifier}
    (site_id, day, visitor_id, first_seen_at, earlier_sites, watermark)
with
    -- The visitors that a site first saw on the day, with all sites that they came to. Ids are compared by their hashes, which
    -- takes less time; a collision does no harm, as the time of each row is tested in the end.
    site_visits as (
        select
            site_id,
            visitor_id,
            min(visitors.first_seen_at) as first_seen_at
        from visitors
        where cityHash64(visitor_id) in (
              select cityHash64(visitor_id)
              from visitors
              where visitors.first_seen_at >= {from:DateTime64(3, 'UTC')}
                and visitors.first_seen_at < {until:DateTime64(3, 'UTC')}
          )
        group by
            site_id,
            visitor_id
    ),
    visitor_sites as (
        select
            visitor_id,
            arraySort(groupArray((first_seen_at, site_id))) as visits
        from site_visits
        group by visitor_id
    )
select
    visit.2 as site_id,
    {day:Date} as day,
    visitor_id,
    visit.1 as first_seen_at,
    arraySort(arrayMap(earlier -> earlier.2, arraySlice(visits, 1, place - 1))) as earlier_sites,
    {watermark:DateTime64(3, 'UTC')} as watermark
from visitor_sites
array join
    visits as visit,
    arrayEnumerate(visits) as place
where visit.1 >= {from:DateTime64(3, 'UTC')}
  and visit.1 < {until:DateTime64(3, 'UTC')}
