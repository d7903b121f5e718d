/** SQL over the pings of the last minutes. Unlike the end of a report's range, a ping of this very millisecond counts. */

import { final, inSet, raw, type Sql, sql, table, time, uint32 } from '@tallyhouse/sql';
import type { Reader } from '../../read/reader.ts';
import { titles } from '../../read/relations/pages.ts';

/** The pings that count. With a filter on page or referrer, a visitor is on the page of the latest matching ping. */
const pingsOf = (read: Reader): Sql => sql`
${table('pings')}
prewhere ${read.siteCondition}
  and pinged_at > ${time(read.range.start)}
  and pinged_at <= ${time(read.range.end)}
where drop_reason = ''
  and event = ''
  ${read.passing('pings')}`;

const hourOfId = raw("toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC'))");

/**
 * Source and country of sessions, as in every report. A ping's own source is wrong here: after an internal link it is the site itself.
 * @param of selects the hours and ids of the sessions. The hour in the sort key comes from the id, so only their granules are read
 */
const originsOf = ({ site, siteCondition }: Reader, of: Sql): Sql => sql`
select
    (${site}session_id) as session,
    source,
    country
from ${final('sessions')}
where ${siteCondition}
  and ${inSet(sql`(${site}session_hour, session_id)`, of)}`;

/** Where visitors are: totals, and lists of pages, countries and sources. */
export const activeVisitors = (read: Reader, limit: number): Sql => sql`
with
    -- Pings that are stored twice do no harm: everything below counts distinct ids or takes the newest ping.
    window_pings as (
        select
            visitor_id,
            (${read.site}session_id) as session,
            site_id,
            session_id,
            page_path,
            -- Ids break ties of one millisecond.
            (pinged_at, ping_id) as position
        from ${pingsOf(read)}
    ),
    -- A visitor is on the page, and in the session, of its latest ping.
    active_visitors as (
        select
            visitor_id,
            argMax(window_pings.page_path, position) as page_path,
            argMax(window_pings.session, position) as session,
            groupUniqArray(window_pings.session) as sessions
        from window_pings
        group by visitor_id
    ),
    origins as (
        ${originsOf(read, sql`select ${read.site}${hourOfId}, session_id from window_pings`)}
    ),
    -- All lists and the totals come from one pass over the visitors, because every use of a CTE runs it again.
    lists as (
        select
            multiIf(
                grouping(page_path) = 0, 'pages',
                grouping(country) = 0, 'countries',
                grouping(source) = 0, 'sources',
                'totals'
            ) as list,
            page_path,
            country,
            source,
            count() as active_visitors,
            uniqExactArray(sessions) as active_sessions
        from active_visitors
        left join origins using session
        group by grouping sets (
            (page_path),
            (country),
            (source),
            ()
        )
    )
select *
from (
    ${titles(read)}
) as titles
-- This order hashes the rows of the lists, not the titles of all time.
right any join lists using page_path
order by
    active_visitors desc,
    page_path,
    country,
    source
limit ${uint32(limit)} by list`;

export const visitorsBySite = (read: Reader): Sql => sql`
select
    site_id,
    uniqExact(visitor_id) as active_visitors
from ${pingsOf(read)}
group by site_id
order by
    active_visitors desc,
    site_id`;

export const visitorsByMinute = (read: Reader): Sql => sql`
select
    intDiv(
        toUnixTimestamp64Milli(${time(read.range.end)}) - toUnixTimestamp64Milli(pinged_at),
        60000
    ) as minutes_ago,
    uniqExact(visitor_id) as visitors
from ${pingsOf(read)}
group by minutes_ago`;

const newestFirst = raw(`
    entered_at desc,
    toUInt128(pageview_id) desc,
    toUInt128(session_id) desc,
    site_id`);

/** The newest pageviews. Each entered in the window has a ping in it; pageviews entered earlier may have one too. */
export const newestPageviews = (read: Reader, limit: number): Sql => sql`
with
    entered as (
        select
            site_id,
            session_hour,
            session_id,
            (${read.site}session_id) as session,
            pageview_id,
            entered_at,
            page_path,
            page_title
        from ${final('pageviews')}
        where ${read.siteCondition}
          and ${inSet(
            sql`(${read.site}session_hour, session_id, pageview_id)`,
            sql`select ${read.site}${hourOfId}, session_id, pageview_id from ${pingsOf(read)}`,
          )}
          and entered_at > ${time(read.range.start)}
          and entered_at <= ${time(read.range.end)}
        order by ${newestFirst}
        limit ${uint32(limit)}
    ),
    origins as (
        ${originsOf(read, sql`select ${read.site}session_hour, session_id from entered`)}
    )
select
    site_id,
    entered_at,
    page_path,
    page_title,
    source,
    country
from entered
left any join origins using session
order by ${newestFirst}`;
