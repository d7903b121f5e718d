-- Counts no further than one more than the limit.
select count() as changed
from (
    select 1
    from changed_sessions
    where ({every_site:Bool} or site_id in {sites:Array(String)})
      and changed_from >= toStartOfFiveMinutes({since:DateTime64(3, 'UTC')})
      and changed_at >= {since:DateTime64(3, 'UTC')}
    limit {most:UInt64}
)
settings max_threads = 1
