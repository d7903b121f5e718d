-- Bounded by the time of receipt: a site may be used again, and old data imported again.
insert into forgotten (kind, hash, received_before, pinged_before, forgotten_at)
select
    {kind:String},
    SHA256(concat('site ', {site:String})),
    {forgotten_at:DateTime64(3, 'UTC')},
    if({kind:String} = 'before', toDateTime64({day:Date}, 3, 'UTC'), toDateTime64('2299-01-01', 3, 'UTC')),
    {forgotten_at:DateTime64(3, 'UTC')}
