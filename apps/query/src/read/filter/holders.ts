/** The rows that hold what a filter is about, if it is no column of the rows that are filtered. Each selects ids that pass. */

import { lastPage } from '@tallyhouse/facts';
import { idLead } from '@tallyhouse/ping';
import { final, inSet, raw, type Sql, sql, table, time } from '@tallyhouse/sql';
import type { Near } from '../about.ts';

/** @param conditions `and` before each */
export type Rows = (near: Near, conditions: Sql) => Sql;

/**
 * Sessions that meet all conditions, whenever they began: a session with a pageview in the period may have begun before it.
 * The id of a session is at most a day older than its pings, so the hours include all such sessions.
 */
export const withProperties: Rows = ({ site, ofSites, hours }, conditions) => sql`
select ${site}session_id
from ${final('sessions')}
where ${ofSites}
  and ${hours}
  ${conditions}`;

/** Sessions with a pageview in the period that meets all conditions. */
export const withPageview: Rows = ({ site, ofSites, hours, period }, conditions) => sql`
select ${site}session_id
from ${final('pageviews')}
where ${ofSites}
  and ${hours}
  and entered_at >= ${time(period.start)}
  and entered_at < ${time(period.end)}
  ${conditions}`;

/** Pageviews that meet all conditions, whenever they were entered. */
export const pingedPageviews: Rows = ({ site, ofSites, hours }, conditions) => sql`
select
    ${site}session_id,
    pageview_id
from ${final('pageviews')}
where ${ofSites}
  and ${hours}
  ${conditions}`;

/** Sessions by the page of their last pageview: all pageviews of a session share its hour. */
export const withExit: Rows = ({ site, ofSites, hours }, conditions) => sql`
with
    exits as (
        select
            ${site}session_id,
            ${lastPage} as exit_page
        from ${final('pageviews')}
        where ${ofSites}
          and ${hours}
        group by ${site}session_id
    )
select ${site}session_id
from exits
where true
  ${conditions}`;

/** Sessions by whether their visitor was first seen before they began. */
export function withVisitorType({ site, ofSites, hours, earliest }: Near, conditions: Sql): Sql {
  // Visitors first seen before all of these sessions are not looked up: 1970 serves as their time. A collision of hashes does no harm,
  // as each visitor is tested in the end.
  const since = sql`toDateTime64(${earliest}, 3, 'UTC') - toIntervalMillisecond(${idLead})`;
  const recent = sql`
select cityHash64(visitor_id)
from ${table('visitors')}
where ${ofSites}
  and first_seen_at >= ${since}`;
  return sql`
with
    first_visits as (
        select
            visitor_id,
            min(visitors.first_seen_at) as visitor_first_seen_at
        from ${table('visitors')}
        where ${ofSites}
          and ${inSet(raw('cityHash64(visitor_id)'), recent, { inShared: true })}
        group by visitor_id
        having visitor_first_seen_at >= ${since}
    ),
    key_sessions as (
        select
            ${site}session_id,
            visitor_id,
            first_seen_at
        from ${final('sessions')}
        where ${ofSites}
          and ${hours}
    ),
    typed_sessions as (
        select
            ${site}session_id,
            if(visitor_first_seen_at < first_seen_at, 'returning', 'new') as visitor_type
        from first_visits
        right any join key_sessions using visitor_id
    )
select ${site}session_id
from typed_sessions
where true
  ${conditions}`;
}
