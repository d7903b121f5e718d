import { eventRows } from '@tallyhouse/facts';
import { propertyNames } from '@tallyhouse/ping/session-properties';
import { raw, sql, table } from '@tallyhouse/sql';
import { columnsOfItsSession, exitPage, liveProperties } from './property-columns.ts';
import { staleDays } from './trust.ts';
import { comparedHere, listed, site, text, time, type View, withoutNulls } from './view.ts';

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

const liveEvents = eventRows(['site_id', ...ofEvents, 'exit_page', ...propertyNames], {
  site: raw('site_id, '),
  ofSites: raw('true'),
  near: raw('toDate(event_hour) in stale_days'),
  at: () => raw('true'),
});

export const events: View = {
  name: 'events',
  comment: 'One row per event, with the properties of its session',
  columns: () => [
    site,
    ['date', 'Date', 'UTC day of occurred_at'],
    ['event', text, 'Name of the event'],
    ['ping_id', 'UUID', 'Id of the ping that reported it; one row each'],
    ['event_id', 'String', 'Id chosen by the sender: a site has one event for it. Empty when none was sent'],
    ['occurred_at', time, 'When it happened; the event counts in the period that contains this time'],
    ['session_id', 'UUID', 'Session, if it has a pageview; otherwise zeros'],
    ['visitor_id', 'UUID', 'Visitor: the one that was sent, or that of the session; zeros when unknown'],
    ['page_path', text, 'Path of the page; empty when none was sent'],
    [
      'props',
      'Map(LowCardinality(String), String)',
      "Properties: props['plan'] is the value of plan, empty when there is none",
    ],
    ['amount', 'Decimal(18, 4)', 'Revenue, negative for a refund; 0 without currency when none was sent'],
    ['currency', text, 'ISO 4217 code of the currency of amount; empty when no revenue was sent'],
    exitPage,
    ...columnsOfItsSession,
  ],
  // The live rows come first, so that the settled ones are at least as new as the watermarks behind them.
  rows: () => sql`
with
    ${staleDays('settled_events')}
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
    ${listed([...ofEvents, 'exit_page', ...propertyNames])}
from ${table('settled_events')}
where site_id != ''
  and day not in stale_days`,
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
from (
    select *
    from ${shards.views('events')}
) as events_of_shards
left any join (
    select
        site_id,
        event_id,
        min(first) as first_event
    from ${shards.table('event_ids')}
    group by
        site_id,
        event_id
) as firsts using (site_id, event_id)
where event_id = '' or (occurred_at, ping_id) = first_event`,
  settings: withoutNulls,
};
