import { columnsIn, eventColumns, eventRows } from '@tallyhouse/facts';
import { raw, sql, table } from '@tallyhouse/sql';
import { daysIn, staleDaysOfEvents } from './trust.ts';
import {
  columnsOf,
  comparedHere,
  computedColumns,
  computedOf,
  listed,
  liveProperties,
  ofItsSession,
  site,
  type View,
} from './view.ts';

const ofEvents = [
  'event',
  'ping_id',
  'event_id',
  'occurred_at',
  'session_id',
  'visitor_id',
  'page_path',
  'props',
  'amount',
  'currency',
];

const liveEvents = eventRows(['site_id', ...ofEvents, ...ofItsSession], {
  site: raw('site_id, '),
  siteCondition: raw('true'),
  near: sql`toDate(event_hour) in ${daysIn('stale_days')}`,
  at: () => raw('true'),
});

export const events: View = {
  name: 'events',
  comment: 'One row per event, with the properties of its session',
  columns: () => [
    site,
    { name: 'date', type: 'Date', comment: 'UTC day of occurred_at' },
    ...columnsOf(eventColumns, [...ofEvents, ...ofItsSession]),
    ...computedColumns,
    ...columnsIn(`
has_session | Bool | Whether session_id is that of a session: zeros are none
has_visitor | Bool | Whether visitor_id is that of a visitor: zeros are none`),
  ],
  // The live rows come first, so that the settled ones are at least as new as the watermarks behind them.
  given: staleDaysOfEvents,
  rows: () => sql`
select
    *,
    ${computedOf('events')},
    notEmpty(session_id)::Bool as has_session,
    notEmpty(visitor_id)::Bool as has_visitor
from (
    select
        site_id,
        toDate(occurred_at) as date,
        ${listed(ofEvents)},
        toLowCardinality(exit_page) as exit_page,
        ${listed(liveProperties)}
    from (
        ${liveEvents}
    )
    union all
    select
        site_id,
        day as date,
        ${listed([...ofEvents, ...ofItsSession])}
    from ${table('settled_events')}
    where site_id != ''
      and day not in ${daysIn('stale_days')}
)`,
  // Each shard has the first of its own events with one event_id. Among these the first counts, on whichever day the others are. A
  // filter on the site narrows both sides of the join.
  overShards: (shards) => sql`
select
    events_of_shards.*
    replace (
        ${comparedHere('ping_id')},
        ${comparedHere('session_id')},
        ${comparedHere('visitor_id')}
    )
from ${shards.rows('events')} as events_of_shards
left any join (
    select
        site_id,
        event_id,
        min(first) as first_event
    from ${shards.table('event_ids')}
    group by all
) as firsts using (site_id, event_id)
where event_id = '' or (occurred_at, ping_id) = first_event`,
  dayOf: 'occurred_at',
};
