/**
 * Which days of a settled table may be trusted, as the query API finds it (docs/decisions/0012-settled-and-changed.md). ClickHouse runs this
 * first and puts the result into the query as literals, by which it selects partitions.
 */

import type { Window } from '@tallyhouse/facts';
import { raw, type Sql, sql, table, unionAll } from '@tallyhouse/sql';
import { listed } from './view.ts';

/** The watermarks of a settled table by day. */
const watermarksOf = (name: string) => sql`
select
    day,
    toDateTime64(0, 3, 'UTC') as changed_at,
    true as is_watermark,
    -- A day that a killed server kept twice has two, and one in the future is of a clock that was ahead: it is live until it is
    -- rebuilt.
    if(
        count() = 1 and max(${raw(name)}.watermark) <= now64(3, 'UTC'),
        max(${raw(name)}.watermark),
        toDateTime64(0, 3, 'UTC')
    ) as watermark
from ${table(name)}
where site_id = ''
group by day`;

/**
 * The days that changed after their watermark, which is the oldest of those of several tables. A table that lacks a day has none.
 * @param changes SQL of when days changed, in the columns of watermarksOf
 */
const staleDaysOf = (names: readonly string[], changes: Sql) => sql`
select
    day,
    max(marks.changed_at) as last_changed_at,
    if(
        countIf(is_watermark) = ${names.length},
        minIf(marks.watermark, is_watermark),
        toDateTime64(0, 3, 'UTC')
    ) as oldest_watermark,
    -- changed_sessions keeps three days.
    now64(3, 'UTC') - interval 2 day as kept_since
from (
    ${unionAll([changes, ...names.map(watermarksOf)])}
) as marks
group by day
having last_changed_at > toDateTime64(0, 3, 'UTC') and last_changed_at >= oldest_watermark`;

/**
 * A tuple about settled tables of sessions:
 * 1. live days: read from the entity tables;
 * 2. changed days: read from the settled tables, without the sessions that changed since 3, which are read from the entity tables;
 * 3. the oldest watermark of the changed days;
 * 4. the days of the session hours that may have pings on a live day.
 * All other days are settled, or hold nothing.
 */
const trustIn = (names: readonly string[]) => sql`(
    select (
        groupArrayIf(day, oldest_watermark < kept_since),
        groupArrayIf(day, oldest_watermark >= kept_since),
        minIf(oldest_watermark, oldest_watermark >= kept_since),
        arrayDistinct(arrayFlatten(groupArrayIf([day - 2, day - 1, day, day + 1], oldest_watermark < kept_since)))
    )
    from (
        ${staleDaysOf(
          names,
          sql`
select
    day,
    maxIf(changed_days.changed_at, fact = 'session') as changed_at,
    false as is_watermark,
    toDateTime64(0, 3, 'UTC') as watermark
from ${table('changed_days')}
where fact in ('ping', 'session')
group by day
-- Days without pings are empty, such as tomorrow.
having countIf(fact = 'ping') > 0`,
        )}
    )
)`;

/** The days of settled_events that changed: an event of the day, or a session that one of them names. */
const staleEventDays = sql`(
    select groupArray(day)
    from (
        ${staleDaysOf(
          ['settled_events'],
          sql`
select
    day,
    greatest(event_changed_at, session_changed_at) as changed_at,
    false as is_watermark,
    toDateTime64(0, 3, 'UTC') as watermark
from (
    select
        day,
        session_day,
        max(changed_at) as event_changed_at
    from ${table('changed_days')}
    where fact = 'event'
    group by all
) as event_days
left join (
    select
        day as session_day,
        max(changed_at) as session_changed_at
    from ${table('changed_days')}
    where fact = 'session'
    group by session_day
) as session_days using (session_day)`,
        )}
    )
)`;

/** A list of days behind `in`, by its name in a common table expression: alone, ClickHouse 26.3 takes that for a table, and keeps it so in the view. */
export const daysIn = (list: string): Sql => raw(`arrayConcat(${list})`);

/** A common table expression: the days that are not read from settled_events. */
export const staleDaysOfEvents: Sql = sql`${staleEventDays} as stale_days`;

/** A common table expression: the days that are not read from settled_crawls. */
export const staleDaysOfCrawls: Sql = sql`(
    select groupArray(day)
    from (
        ${staleDaysOf(
          ['settled_crawls'],
          sql`
select
    day,
    max(changed_days.changed_at) as changed_at,
    false as is_watermark,
    toDateTime64(0, 3, 'UTC') as watermark
from ${table('changed_days')}
where fact = 'crawl'
group by day`,
        )}
    )
) as stale_days`;

/** Common table expressions for `unitedDays`, `staleRows` and `isSettled`. @param names the settled tables that are read */
export const daysOfTrust = (...names: readonly string[]): Sql => sql`
${trustIn(names)} as trust,
tupleElement(trust, 1) as live_days,
tupleElement(trust, 2) as changed_days,
tupleElement(trust, 3) as changed_since,
tupleElement(trust, 4) as live_key_days,
changed as (
    select
        site_id,
        session_hour,
        session_id
    from ${table('changed_sessions')}
    where notEmpty(changed_days)
      and changed_from >= toStartOfFiveMinutes(changed_since)
      and changed_at >= changed_since
)`;

const isChanged = raw('(site_id, session_hour, session_id) in changed');

/** First in a condition, so that ClickHouse folds it while nothing is stale, and plans neither indexes nor sets. */
const ifStale = raw('(notEmpty(live_days) or notEmpty(changed_days))');

/** The rows of sessions that are read from the entity tables, by the time that decides to which day they belong. */
export const liveWindow: Window = {
  site: raw('site_id, '),
  key: sql`(${ifStale} and (toDate(session_hour) in ${daysIn('live_key_days')} or ${isChanged}))`,
  at: (time) =>
    sql`(toDate(${raw(time)}) in ${daysIn('live_days')} or (toDate(${raw(time)}) in ${daysIn('changed_days')} and ${isChanged}))`,
};

/** The same where no other fact is joined, as one condition: each use of `changed` costs a plan of its own. */
export const liveWindowAlone: Window = {
  site: liveWindow.site,
  key: ifStale,
  at: (time) => sql`(
    (toDate(session_hour) in ${daysIn('live_key_days')} and toDate(${raw(time)}) in ${daysIn('live_days')})
    or (toDate(${raw(time)}) in ${daysIn('changed_days')} and ${isChanged})
)`,
};

/** The condition that the rows of a day are those of the settled tables. */
export const isSettled = sql`day not in ${daysIn('live_days')} and day not in ${daysIn('changed_days')}`;

/**
 * The rows of all other days: of live days and changed sessions, and then settled ones, which so are at least as new as the watermarks in
 * trust.
 * @param live SQL of the live rows, whose columns are those of `settled`
 */
export const staleRows = (live: Sql, settled: readonly string[], name: string): Sql => sql`
${live}
union all
select
    ${listed(settled)}
from ${table(name)}
where notEmpty(changed_days) and site_id != '' and day in ${daysIn('changed_days')} and not ${isChanged}`;

/** These, and then those of settled days. */
export const unitedDays = (live: Sql, settled: readonly string[], name: string): Sql => sql`
${staleRows(live, settled, name)}
union all
select
    ${listed(settled)}
from ${table(name)}
where site_id != '' and ${isSettled}`;
