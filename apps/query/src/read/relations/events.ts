import { eventFields, nobody } from '@tallyhouse/facts';
import { inSet, raw, type Sql, sql, table, text } from '@tallyhouse/sql';
import { type About, onDays, siteColumn, siteCondition, spanOf } from '../about.ts';
import { bucketSums, noVisitors, rowsBy, sumsOf } from '../metrics.ts';
import type { Relation } from '../relation.ts';

const tables = ['settled_events'] as const;

/** @param event all events if empty */
export function eventBuckets(event: string): Relation {
  const where = event === '' ? raw('true') : sql`event = ${text(event)}`;
  return bucketSums('events', 'day', {
    metrics: ['events', 'visitors'],
    where: { condition: where, reads: ['event'] },
  });
}

/**
 * Session hours with events on several days of the report, from the day and session hour of each event in changed_events. A session of such
 * an hour may have events on two days, in different tables.
 */
const hoursOfSeveralDays = ({ sites, range }: About): Sql => sql`
select site_id, session_hour
from ${table('changed_events')}
where ${siteCondition(sites)}
  and ${onDays([spanOf(range)])}
group by site_id, session_hour
having uniqExact(day) > 1`;

const isOfSeveralDays = (about: About, not = false) =>
  inSet(raw('(site_id, session_hour)'), hoursOfSeveralDays(about), { not });

/** Events by name and currency. */
export const eventCounts: Relation = {
  tables,
  rows: (from) => sql`
select
    event,
    currency,
    count() as events,
    uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id)) as visitors,
    0 as sessions_counted,
    uniqExactStateIf(session, notEmpty(session_id)) as sessions,
    sum(event_rows.amount) as amount
from ${from.events(['event', 'currency', 'visitor_id', 'session', 'session_id', 'amount'])}
group by all`,
  sums: {
    by: 'day',
    // Events, amounts and sessions from sums, then visitors from rows. When all events of a session are of one day, only its first event
    // of each name counts, and these add up. Ids are kept only for sessions of an hour with events on several days.
    rows: (from) => sql`
select
    event,
    currency,
    sum(hour_events) as events,
    ${noVisitors} as visitors,
    sumIf(first_events, ${isOfSeveralDays(from.about, true)}) as sessions_counted,
    uniqExactStateIf((${siteColumn(from.about.sites)}${nobody}), false) as sessions,
    sum(hour_amount) as amount
from (
    select
        site_id,
        event,
        currency,
        session_hour,
        count() as hour_events,
        countIf(is_first) as first_events,
        sum(event_rows.amount) as hour_amount
    from ${from.events(['site_id', 'event', 'currency', 'session_hour', 'is_first', 'amount'])}
    group by all
)
group by
    event,
    currency
union all
select
    event,
    '' as currency,
    0 as events,
    uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id)) as visitors,
    0 as sessions_counted,
    uniqExactStateIf(
        session,
        notEmpty(session_id)
        and ${isOfSeveralDays(from.about)}
    ) as sessions,
    toDecimal128(0, 4) as amount
from ${from.events(['site_id', 'event', 'session_hour', 'session_id', 'session', 'visitor_id'])}
group by event`,
  },
};

const isNamed = (event: string) => sql`event = ${text(event)}`;

export const eventProperties = (event: string): Relation => ({
  tables,
  rows: (from) => sql`
select
    arrayJoin(mapKeys(props)) as property,
    count() as events
from ${from.events(['event', 'props'])}
where ${isNamed(event)}
group by property`,
});

export const eventValues = (event: string, property: string) =>
  sumsOf('events', {
    by: [{ as: 'value', column: 'props', property }, 'currency'],
    metrics: ['events', 'visitors', 'amount'],
    where: {
      condition: sql`${isNamed(event)} and mapContains(props, ${text(property)})`,
      reads: ['event', 'props'],
    },
  });

export const eventsOfPeriod = rowsBy('events', [], [...eventFields, 'session_id', 'visitor_id']);

/** For filters: which sessions have which events. */
export const sessionEvents: Relation = {
  ...rowsBy('events', [], ['site_id', 'session_id', 'event', 'props']),
  unfiltered: true,
  shards: 'within one',
};
