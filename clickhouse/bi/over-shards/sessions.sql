-- A session is the first of its visitor if no shard saw the visitor earlier.
select
    *
    replace (
        {here:session_id},
        {here:visitor_id},
        -- Compared here too, or each shard would ask all of them.
        arrayExists(is_first -> is_first, [
            is_new
            and (site_id, visitor_id, first_seen_at) in (
                select
                    site_id,
                    visitor_id,
                    min(first_seen_at)
                from cluster('{cluster}', {local}, visitors)
                group by
                    site_id,
                    visitor_id
            )
        ])::Bool as is_new
    )
from (
    select *
    from cluster('{cluster}', {local}, sessions)
)
