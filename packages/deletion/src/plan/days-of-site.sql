insert into deleting (what, site_id, name, at)
select distinct
    'day',
    {site:String},
    name,
    toDateTime64(day, 3, 'UTC')
from (
    select 'settled_totals' as name, day from settled_totals where site_id = {site:String}
    union distinct
    select 'settled_sources', day from settled_sources where site_id = {site:String}
    union distinct
    select 'settled_sessions', day from settled_sessions where site_id = {site:String}
    union distinct
    select 'settled_pageviews', day from settled_pageviews where site_id = {site:String}
    union distinct
    select 'settled_visitors', day from settled_visitors where site_id = {site:String} or has(earlier_sites, {site:String})
    union distinct
    select 'settled_events', day from settled_events where site_id = {site:String}
    union distinct
    select 'settled_paths', day from settled_paths where site_id = {site:String}
)
