import { columnsIn } from '@tallyhouse/facts';
import { sql, table } from '@tallyhouse/sql';
import { timezoneOf, zonesOfSites } from './local-date.ts';
import { site, text, time, type View } from './view.ts';

export const sites: View = {
  name: 'sites',
  comment: 'One row per site that has pageviews or events',
  columns: () => [
    site,
    ...columnsIn(`
first_seen_at | ${time} | Time of the first pageview of all time; 1970 when the site has only events
last_ping_at | ${time} | Time of the last ping
timezone | ${text} | IANA name of its time zone in the sites file; UTC without one`),
  ],
  rows: () => sql`
with
    ${zonesOfSites(table('site_zones'))}
select
    site_id,
    cast(max(first_visit_at), 'DateTime64(3, \'UTC\')') as first_seen_at,
    max(ping_at) as last_ping_at,
    toLowCardinality(${timezoneOf}) as timezone
from (
    select
        site_id,
        min(first_seen_at) as first_visit_at,
        toDateTime64(0, 3, 'UTC') as ping_at
    from ${table('visitors')}
    group by site_id
    union all
    select
        site_id,
        toDateTime64(0, 3, 'UTC') as first_visit_at,
        max(last_ping_at) as ping_at
    from ${table('changed_days')}
    where fact = 'ping'
    group by site_id
)
group by site_id`,
  overShards: (shards) => sql`
with
    ${zonesOfSites(shards.table('site_zones'))}
select
    site_id,
    -- 1970 is a shard with events alone.
    minIf(first_visit_at, first_visit_at > toDateTime64(0, 3, 'UTC')) as first_seen_at,
    max(ping_at) as last_ping_at,
    toLowCardinality(${timezoneOf}) as timezone
from (
    select
        site_id,
        first_seen_at as first_visit_at,
        last_ping_at as ping_at
    from ${shards.views('sites')}
)
group by site_id`,
};
