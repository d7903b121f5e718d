import { eventColumns, eventRows } from '@tallyhouse/facts';
import { raw } from '@tallyhouse/sql';
import type { Definition } from './define.ts';
import { indexOfTimes, packedProjections, sumsBy } from './parts.ts';

export const settledEvents: Definition = {
  name: 'settled_events',
  fact: 'event',
  day: 'UTC day of occurred_at',
  columns: eventColumns,
  parts: () => [
    indexOfTimes('occurred_at'),
    `projection by_day (
        select site_id, day, count(), uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id))
        group by site_id, day
    )`,
    sumsBy('by_hour_of_session', 'event, currency, session_hour', 'count(), sum(amount), countIf(is_first)'),
  ],
  orderBy: '(site_id, event, occurred_at, ping_id)',
  settings: packedProjections,
  comment:
    'Settled copy of events: the events of each day that count, as of its watermark, each with the properties of its session. Read without FINAL. Days are rebuilt as a whole, never appended to. A day that changed later is read from events. Projections hold the sums of each day',
  fill: (columns, { site, at, eventHours }) =>
    eventRows(['site_id', ...columns], { site, ofSites: raw('true'), near: eventHours, at }),
};
