-- Each shard has the first of its own events with one event_id. Of these the first counts, on whichever day the others are. A filter on
-- the site narrows both sides of the join.
select
    events_of_shards.*
    replace (
        {here:ping_id},
        {here:session_id},
        {here:visitor_id}
    )
from (
    select *
    from cluster('{cluster}', {local}, events)
) as events_of_shards
left any join (
    select
        site_id,
        event_id,
        min(first) as first_event
    from cluster('{cluster}', {database}, event_ids)
    group by
        site_id,
        event_id
) as firsts using (site_id, event_id)
where event_id = '' or (occurred_at, ping_id) = first_event
