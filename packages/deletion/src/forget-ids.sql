-- The ids of the plan: of sessions, of events without one of them, and of a deleted visitor. Permanently, except for the time before a
-- day: an import has the ids that it had before.
insert into forgotten (kind, hash, received_before, pinged_before, forgotten_at)
select
    kind,
    SHA256(concat(kind, ' ', {site:String}, ' ', toString(id))),
    if({kind:String} = 'before', {forgotten_at:DateTime64(3, 'UTC')}, toDateTime64('2299-01-01', 3, 'UTC')),
    toDateTime64('2299-01-01', 3, 'UTC'),
    {forgotten_at:DateTime64(3, 'UTC')}
from (
    select
        toString(what) as kind,
        id
    from deleting
    where what in ('session', 'ping')
    union distinct
    select
        'visitor',
        {id:UUID}
    where {kind:String} = 'visitor'
)
