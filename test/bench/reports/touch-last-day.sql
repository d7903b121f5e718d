-- What a ping of a visit does that began a day before the end of the range, and there is always one on a busy site: the hours
-- since then may have changed, and no report reads them from a rollup.
insert into touched_hours (site_id, hour, stored_at, late_at, last_ping_at)
select
    {site_id:String},
    {end:DateTime64(3, 'UTC')} - toIntervalHour(number + 1),
    now64(3, 'UTC'),
    0,
    0
from numbers(24)
