-- Deleted sites, or days of sites, that are not in forgotten yet.
select distinct
    sites.1 as site,
    toString(listed.kind) as kind,
    toString(toDate(least(listed.pinged_before, toDateTime64('2100-01-01', 3, 'UTC')))) as day
from {list:Identifier} as listed
inner join (
    select arrayJoin(arrayMap(site -> (site, SHA256(concat('site ', site))), {sites:Array(String)})) as sites
) as stored on listed.hash = stored.sites.2
where listed.kind in ('site', 'before')
  and (listed.hash, listed.received_before, listed.pinged_before) not in (
      select hash, received_before, pinged_before from forgotten
  )
order by site, kind
