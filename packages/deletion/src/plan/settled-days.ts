import { renderOwn, settledTables } from '@tallyhouse/settle';
import { join, raw, sql, table } from '@tallyhouse/sql';

/** Notes the days of the site, and the settled days with rows of it: including days on which only other sites saw its visitors. */
export const { sql: daysOfSite } = renderOwn(sql`
insert into deleting (what, site_id, name, at)
select distinct
    'day',
    {site:String},
    name,
    toDateTime64(day, 3, 'UTC')
from (
    ${join(
      settledTables.map(({ name, columns }) => {
        const named = columns.includes('earlier_sites') ? 'or has(earlier_sites, {site:String})' : '';
        return sql`
select '${raw(name)}' as name, day from ${table(name)} where site_id = {site:String} ${raw(named)}`;
      }),
      '\nunion distinct\n',
    )}
    union distinct
    select 'changed_days' as name, day from changed_days where site_id = {site:String}
)`);

/**
 * Notes the days on which the visitors of the plan are first seen, on any site, in the settled rows and in the entity table: before the
 * deletion the old ones, after it the new ones.
 */
export const { sql: daysOfVisitors } = renderOwn(sql`
insert into deleting (what, site_id, name, at)
select distinct
    'day',
    {site:String},
    'settled_visitors',
    toDateTime64(toStartOfDay(first_seen_at), 3, 'UTC')
from (
    select first_seen_at
    from ${table('settled_visitors')}
    where visitor_id in (select id from deleting where what = 'visitor')
    union all
    select visitors.first_seen_at
    from visitors
    where visitor_id in (select id from deleting where what = 'visitor')
)`);
