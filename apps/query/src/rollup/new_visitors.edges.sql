-- Those with a ping before or after the stretch, of whom none came earlier. FINAL would merge the rows of all visitors of all
-- time, as a returning one has rows of any age until its parts are merged. This way only the ids of all are looked through,
-- for the hashes of the few that were there, which takes less time than ids do; a visitor of the same hash does no harm, as
-- each is tested in the end.
select count() as visitors
from (
    select min(first_seen_at) as seen_at
    from visitors
    where site_id = {site_id:String}
      -- The time in an id is at most 10 minutes ahead of its first ping, and up to five years behind it.
      and visitor_hour < {end:DateTime64(3, 'UTC')} + interval 10 minute
      and cityHash64(visitor_id) in (
          select cityHash64(visitor_id)
          from visitors
          where site_id = {site_id:String}
            and visitor_hour < {end:DateTime64(3, 'UTC')} + interval 10 minute
            and /* within: first_seen_at */
      )
    group by visitor_id
)
where /* within: seen_at */
