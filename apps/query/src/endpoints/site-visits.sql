-- Visitors and sessions of the sites that a list shows.
select
    site_id,
    uniqCombined64Merge(17)(visitors) as unique_visitors,
    sum(site_visits.sessions) as sessions
from (
    /* rows: site_visits */
) as site_visits
group by site_id
