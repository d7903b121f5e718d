import { day } from '@tallyhouse/facts';
import type { Filter, Goal } from '@tallyhouse/filter';
import { idLead } from '@tallyhouse/ping';
import { empty, final, inSet, raw, type Sql, sql, time } from '@tallyhouse/sql';
import { conditions } from '../../read/filter/condition.ts';
import { visitorsOf } from '../../read/list.ts';
import { bucketOf, distinctIn, milliseconds, startsOf } from '../../read/metrics.ts';
import type { Reader } from '../../read/reader.ts';
import { conversions, propertyList } from '../../read/relations/goals.ts';
import { isOfKeys, isOfPages, pageEntries, pageVisitors } from '../../read/relations/pages.ts';
import { propertyVisitors } from '../../read/relations/sessions.ts';
import { revenueOf } from '../../reply/revenue.ts';

interface Asked {
  /** The properties of sessions that identify rows. Without them, a report has one row. */
  properties: readonly string[];
  /** For each list of the report, the properties that identify its rows. */
  lists: readonly (readonly string[])[];
  keys: readonly (readonly string[])[];
}

/** Each row once for each list of the report, with its key there. @param from a relation with `properties` */
function listed({ properties, lists }: Asked, from: string): Sql {
  const keys = lists.map((list) => list.map((property) => `properties[${properties.indexOf(property) + 1}]`));
  const arrays = `[${keys.map((key) => `[${key.join(', ')}]`).join(', ')}]::Array(Array(String))`;
  return raw(`${from}\narray join\n    ${arrays} as key,\n    arrayEnumerate(${arrays}) as list`);
}

const isAsked = ({ keys }: Asked) => isOfKeys('key', keys);

/** The conversions of a goal by the rows of a report. The row of a report without properties includes conversions without a session. */
export const conversionsBy = (asked: Asked, goal: Goal, read: Reader): Sql => sql`
with
    property_conversions as (
        select
            ${bucketOf(read, milliseconds('converted_at'))} as bucket,
            properties,
            notEmpty(session_id) as is_of_session,
            currency,
            count() as conversions,
            uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id)) as visitors,
            sum(goal_rows.amount) as amount
        from (
            ${read.rows(conversions(goal, asked.properties))}
        ) as goal_rows
        group by all
    )
select
    list,
    bucket,
    key,
    sum(property_conversions.conversions) as conversions,
    ${visitorsOf('visitors')} as converting_visitors,
    ${revenueOf}
from ${listed(asked, 'property_conversions')}
where (is_of_session or empty(key))
  and ${isAsked(asked)}
group by all`;

export const visitorsBy = (asked: Asked, read: Reader): Sql => sql`
with
    property_visitors as (
        select
            ${propertyList(asked.properties)} as properties,
            visitors
        from (
            ${read.rows(propertyVisitors(asked.properties))}
        )
    )
select
    list,
    key,
    ${visitorsOf('visitors')} as visitors
from ${listed(asked, 'property_visitors')}
where ${isAsked(asked)}
group by all`;

export const visitorsByPage = (pages: readonly string[], read: Reader): Sql => sql`
select
    1 as list,
    [page_path] as key,
    ${visitorsOf('page_visitors.visitors')} as visitors
from (
    ${read.rows(pageVisitors(pages))}
) as page_visitors
group by page_path`;

/** Views of pages that may be credited with conversions. */
export interface Viewed {
  /** Columns of pageviews that tell rows apart. */
  columns: readonly string[];
  /** The requested paths; undefined for all. */
  asked?: readonly string[];
  /** Conditions on the pageviews that count as views. */
  views: readonly Filter[];
}

/**
 * When the sessions of conversions first viewed pages: `session`, the columns, `first_view_at`. The session of an event may be of any age.
 * It reads `session_conversions`, which the query defines.
 */
export function firstViews({ columns, asked, views }: Viewed, read: Reader): Sql {
  const { range, siteCondition, site } = read;
  // Most sessions that convert in a period began less than a day before it.
  const entries = { start: Math.max(range.start - day, 0), end: range.end };
  const hourOfId = raw("toStartOfHour(UUIDv7ToDateTime(session_id, 'UTC'))");
  const listed = raw(columns.join(',\n'));
  const isAsked = asked ? sql`and ${isOfPages(asked)}` : empty;
  const older = sql`
select
    ${site}${hourOfId},
    session_id
from session_conversions
where UUIDv7ToDateTime(session_id, 'UTC') < ${time(entries.start + idLead)}`;
  return sql`
select
    session,
    ${listed},
    min(entered_at) as first_view_at
from (
    select
        session,
        ${listed},
        entered_at
    from (
        ${read.rows(pageEntries(columns, asked, views), { range: entries })}
    )
    -- The hours narrow the key, for rare goals.
    where ${inSet(raw('session_hour'), sql`select ${hourOfId} from session_conversions`)}
      and ${inSet(raw('session'), sql`select session from session_conversions`)}
    union all
    -- Pageviews before that range, of the few older sessions.
    select
        (${site}session_id) as session,
        ${listed},
        entered_at
    from ${final('pageviews')}
    where ${siteCondition}
      and ${inSet(sql`(${site}session_hour, session_id)`, older)}
      and entered_at < ${time(entries.start)}
      ${isAsked}
      ${conditions(views)}
)
group by all`;
}

/** Conversions of sessions, as a part of `with`. */
export const sessionConversions = (goal: Goal, properties: readonly string[], read: Reader): Sql => sql`
session_conversions as (
    select *
    from (
        ${read.rows(conversions(goal, properties))}
    )
    where notEmpty(session_id)
)`;

/** The conversions of a goal by the pages that their sessions viewed at or before them, each page once. */
export const conversionsByPage = (viewed: Omit<Viewed, 'columns'>, goal: Goal, read: Reader): Sql => sql`
with
    ${sessionConversions(goal, [], read)},
    viewed_pages as (
        ${firstViews({ ...viewed, columns: ['page_path'] }, read)}
    )
select
    1 as list,
    ${startsOf(read)}[1] as bucket,
    [page_path] as key,
    count() as conversions,
    ${convertingVisitors} as converting_visitors,
    ${revenueOf}
from session_conversions
inner join viewed_pages using session
where first_view_at <= converted_at
group by page_path`;

export const convertingVisitors = distinctIn(
  raw('uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id))'),
);
