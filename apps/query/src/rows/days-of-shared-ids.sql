-- The days of events whose ids have events on several shards: of each id one event counts, and a shard settles its own.
select distinct toUnixTimestamp(toDateTime(arrayJoin(days_of_id), 'UTC')) * 1000 as day
from (
    select groupUniqArrayArray(days) as days_of_id
    from event_ids
    where site_id in {sites:Array(String)}
    group by
        site_id,
        event_id
    having uniqExact(_shard_num) > 1
)
