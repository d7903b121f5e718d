-- A visitor may have rows on several shards: the first visit counts.
select
    site_id,
    toDate(first_visit_at) as date,
    {here:visitor_id},
    first_visit_at as first_seen_at
from (
    select
        site_id,
        visitor_id,
        min(first_seen_at) as first_visit_at
    from (
        select
            site_id,
            visitor_id,
            first_seen_at
        from cluster('{cluster}', {local}, visitors)
    )
    group by
        site_id,
        visitor_id
)
