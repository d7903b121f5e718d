-- Visitors and sessions of the sites that a list shows.
with
    -- Up to 4,095 are exact, and larger numbers the same estimate in every report (docs/decisions/0043-one-measure-of-visitors.md).
    state -> arrayReduce('uniqCombined64Merge(17)', [state, state]) as distinct_in
select
    site_id,
    distinct_in(uniqCombined64MergeState(17)(visitors)) as unique_visitors,
    sum(site_visits.sessions) as sessions
from (
    /* rows: site_visits */
) as site_visits
group by site_id
