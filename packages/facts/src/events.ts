import { propertyNames } from '@tallyhouse/ping/session-properties';
import { empty, final, inSet, join, raw, type Sql, sql, table } from '@tallyhouse/sql';
import { type Column, columnsIn, propertiesOfItsSession } from './columns.ts';
import { lastPages } from './sessions.ts';
import { columnList, withReads } from './window.ts';

export const eventColumns: readonly Column[] = [
  ...columnsIn(`
event | LowCardinality(String) | Name of the event
occurred_at | DateTime64(3, 'UTC') | When it happened; the event counts in the period that contains this time | Delta(8), ZSTD(1)
ping_id | UUID | Id of the ping that reported it; one row each | ZSTD(3)
event_id | String | Id chosen by the sender: a site has one event for it. Empty when none was sent | ZSTD(3)
session_hour | DateTime('UTC') | Hour of the time inside session_id; 1970 without session | Delta(4), ZSTD(1)
session_id | UUID | Session, if it has a pageview; otherwise zeros
is_first | Bool | Whether it is the first event of its name in its session on this day; false without session
visitor_id | UUID | Visitor: the one that was sent, or that of the session; zeros when unknown
page_path | LowCardinality(String) | Path of the page; empty when none was sent
props | Map(LowCardinality(String), String) | Properties: props['plan'] is the value of plan, empty when there is none | ZSTD(3)
amount | Decimal(18, 4) | Revenue, negative for a refund; 0 without currency when none was sent
currency | LowCardinality(String) | ISO 4217 code of the currency of amount; empty when no revenue was sent`),
  ...propertiesOfItsSession,
];

export interface EventWindow {
  /** `site_id, ` for rows of several sites, empty for one. */
  site: Sql;
  /** The condition on `site_id`. */
  siteCondition: Sql;
  /** Limits `event_hour`, the table's key, to events that may be in the window. */
  near: Sql;
  /** The condition that a time is in the window. @param time a column */
  at(time: string): Sql;
  /** Further conditions on the rows, each with a leading `and`. */
  where?: Sql;
  /** The properties of sessions that these conditions read. */
  whereReads?: readonly string[];
}

export const nobody = raw("toUUID('00000000-0000-0000-0000-000000000000')");

/** The columns of events that events themselves have, wherever they are read. */
export const eventFields = [
  'site_id',
  'event',
  'event_id',
  'occurred_at',
  'ping_id',
  'page_path',
  'props',
  'amount',
  'currency',
];

/** Columns with SQL of their own. The session that an event names counts once it has a pageview. */
const derived: Readonly<Record<string, (window: EventWindow) => Sql>> = {
  session: ({ site }) => sql`(${site}if(is_session, named_session_id, ${nobody})) as session`,
  session_id: () => sql`if(is_session, named_session_id, ${nobody}) as session_id`,
  visitor_id: () => raw('if(notEmpty(named_visitor_id), named_visitor_id, session_visitor_id) as visitor_id'),
  session_hour: () => raw("if(is_session, named_events.session_hour, toDateTime(0, 'UTC')) as session_hour"),
  is_first: () => raw('is_session and place = 1 as is_first'),
};

/**
 * Events that count, with the properties of the sessions that they name. Events with the same id count once: the first, even if the others
 * are on other days. The named session may be of any age; once it has a pageview, it also determines the visitor, unless the event names one.
 * @param columns of `events`, properties of the session, `exit_page`, `session`, computed ones, or `is_first`: whether it is the session's first
 *   event with its name on the day
 */
export function eventRows(columns: readonly string[], window: EventWindow): Sql {
  const { site, siteCondition, near, at, where = empty, whereReads = [] } = window;
  const own = [...new Set([...columns, 'session_id', 'visitor_id'])];
  const place = sql`,
row_number() over (
    partition by
        site_id,
        event,
        session_hour,
        session_id
    order by
        occurred_at,
        ping_id
) as place`;
  return sql`
select
    ${listOf(own, window)}
from (
    select
        ${raw(eventFields.join(',\n'))},
        session_hour,
        session_id as named_session_id,
        visitor_id as named_visitor_id${columns.includes('is_first') ? place : empty}
    from ${final('events')}
    where ${siteCondition}
      and ${near}
      and ${at('occurred_at')}
      and ${isFirstOfId(siteCondition, near)}
) as named_events
left any join (
    ${namedSessions(window, [...columns, ...whereReads])}
) as named_sessions using (${site}session_hour, named_session_id)
where true
  ${where}`;
}

const listOf = (columns: readonly string[], window: EventWindow): Sql =>
  join(
    columns.map((column) => derived[column]?.(window) ?? columnList([column], window, 'events')),
    ',\n',
  );

/** The sessions that events name, with the requested properties. */
function namedSessions(window: EventWindow, columns: readonly string[]): Sql {
  const { site } = window;
  const named = inSet(raw('(site_id, session_hour, session_id)'), namedSessionsOf(window));
  const read = withReads(columns);
  const properties = propertyNames.filter((name) => read.includes(name)).map((name) => `${name},`);
  const sessions = sql`
select
    ${raw(properties.join(' '))}
    site_id,
    session_hour,
    session_id as named_session_id,
    visitor_id as session_visitor_id,
    true as is_session
from ${final('sessions')}
where ${window.siteCondition}
  and ${named}`;
  if (!columns.includes('exit_page')) return sessions;
  return sql`
select *
from (
    ${sessions}
) as bare_sessions
left any join (
    select
        * except session_id,
        session_id as named_session_id
    from (
        ${lastPages({ site: raw('site_id, '), key: sql`${window.siteCondition} and ${named}` })}
    )
) as exits using (${site}session_hour, named_session_id)`;
}

/** The keys of the sessions named by events near the window. */
const namedSessionsOf = ({ siteCondition, near }: Pick<EventWindow, 'siteCondition' | 'near'>): Sql => sql`
select
    site_id,
    session_hour,
    session_id
from ${table('events')}
where ${siteCondition}
  and ${near}
  and notEmpty(session_id)`;

/** Whether an event is the first with its id. @param near limits the ids to those with any such event */
export const isFirstOfId = (siteCondition: Sql, near: Sql): Sql => sql`(
    event_id = ''
    or ${inSet(
      raw('(site_id, event_id, occurred_at, ping_id)'),
      sql`
select
    site_id,
    event_id,
    tupleElement(min(first) as first_event, 'occurred_at'),
    tupleElement(first_event, 'ping_id')
from ${table('event_ids')}
where ${siteCondition}
  and ${inSet(
    raw('(site_id, event_id)'),
    sql`
select
    site_id,
    event_id
from ${table('events')}
where ${siteCondition}
  and ${near}
  and event_id != ''`,
    { inShared: true },
  )}
group by
    site_id,
    event_id`,
    )}
)`;
