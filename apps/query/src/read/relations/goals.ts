import type { Goal } from '@tallyhouse/filter';
import { bool, join, raw, type Sql, sql, time } from '@tallyhouse/sql';
import { columnsOf, conditions } from '../filter/condition.ts';
import type { Relation } from '../relation.ts';

/** Properties of sessions as an array of texts. */
export const propertyList = (properties: readonly string[]): Sql =>
  raw(`[${properties.map((name) => `toString(${name})`).join(', ')}]::Array(String)`);

/**
 * The pageviews or events of a goal, each with properties of its session.
 * @param properties of sessions
 */
export function conversions({ on, conditions: own }: Goal, properties: readonly string[]): Relation {
  const matches = conditions(own);
  const ofAll = sql`
${propertyList(properties)} as properties,
    site_id,
    session_id,
    session,
    visitor_id`;
  const columns = [...properties, 'site_id', 'session_id', 'session', 'visitor_id', ...columnsOf(own)];
  if (on === 'events')
    return {
      tables: ['settled_events'],
      rows: (from) => sql`
select
    ${ofAll},
    occurred_at as converted_at,
    event_rows.amount as amount,
    currency
from ${from.events([...columns, 'occurred_at', 'amount', 'currency'])}
where true
  ${matches}`,
      countsForSessions: true,
    };
  return {
    tables: ['settled_pageviews'],
    rows: (from) => sql`
select
    ${ofAll},
    entered_at as converted_at,
    toDecimal64(0, 4) as amount,
    '' as currency
from ${from.pageviews([...columns, 'entered_at'], matches)}`,
    countsForSessions: true,
  };
}

/** A bit mask of the goals that a row matches, from bit 0. @param on the rows that it is about */
function matched(goals: readonly Goal[], on: Goal['on']): Sql {
  const bits = goals.flatMap((goal, index) =>
    goal.on === on ? [sql`if(true ${conditions(goal.conditions)}, ${2 ** index}, 0)`] : [],
  );
  return join([raw('0'), ...bits], '\n    + ');
}

/**
 * The condition that a row matches any goal. ClickHouse searches the key for names of events only with such a condition, and skips other
 * rows.
 */
function matchesAny(goals: readonly Goal[], on: Goal['on']): Sql {
  const alternatives = goals
    .filter((goal) => goal.on === on)
    .map((goal) => sql`true ${conditions(goal.conditions)}`);
  return sql`and (${join([raw('false'), ...alternatives], '\n    or ')})`;
}

const columnsOfGoals = (goals: readonly Goal[], on: Goal['on']) =>
  goals.filter((goal) => goal.on === on).flatMap((goal) => columnsOf(goal.conditions));

/** Pageviews and events that are steps of a funnel. */
export interface Steps {
  goals: readonly Goal[];
  by: 'session' | 'visitor';
  /** The end of the period, milliseconds since 1970: only rows before it can be the first step. */
  end: number;
}

const whoOf = ({ by }: Steps) => raw(by === 'session' ? 'session' : 'visitor_id');

/** Ten bits with the steps of a row. Rows are ordered by `moment` and `tie`: see journeyViews. */
const stepsOf = (steps: Steps, on: Goal['on'], at: string) => sql`
toUInt16(bitAnd(${matched(steps.goals, on)}, if(${raw(at)} < ${time(steps.end)}, 1023, 1022))) as steps`;

export const stepViews = (steps: Steps): Relation => ({
  tables: ['settled_pageviews'],
  rows: (from) => sql`
select
    ${whoOf(steps)} as who,
    toUInt64(toUnixTimestamp64Milli(entered_at)) * 2 as moment,
    toUInt128(pageview_id) as tie,
    ${stepsOf(steps, 'pageviews', 'entered_at')}
from ${from.pageviews(
    ['session', 'visitor_id', 'entered_at', 'pageview_id', ...columnsOfGoals(steps.goals, 'pageviews')],
    matchesAny(steps.goals, 'pageviews'),
  )}
where steps != 0`,
  countsForSessions: true,
});

/** A filter selects sessions, so events without one do not count. @param steps.anySession whether there is no filter */
export const stepEvents = (steps: Steps & { anySession: boolean }): Relation => ({
  tables: ['settled_events'],
  rows: (from) => sql`
select
    ${whoOf(steps)} as who,
    toUInt64(toUnixTimestamp64Milli(occurred_at)) * 2 + 1 as moment,
    reinterpretAsUInt128(ping_id) as tie,
    ${stepsOf(steps, 'events', 'occurred_at')}
from ${from.events([
    'session',
    'session_id',
    'visitor_id',
    'occurred_at',
    'ping_id',
    ...columnsOfGoals(steps.goals, 'events'),
  ])}
where steps != 0
  and notEmpty(${raw(steps.by === 'session' ? 'session_id' : 'visitor_id')})
  and (${bool(steps.anySession)} or notEmpty(session_id))
  ${matchesAny(steps.goals, 'events')}`,
  countsForSessions: true,
});

/** The first or last match on a way through pages and events. */
export const isMatch = (goal: Goal | undefined, on: Goal['on']): Sql =>
  sql`(${matched(goal ? [goal] : [], on)}) != 0 as is_match`;

export const columnsOfMatch = (goal: Goal | undefined, on: Goal['on']) =>
  columnsOfGoals(goal ? [goal] : [], on);
