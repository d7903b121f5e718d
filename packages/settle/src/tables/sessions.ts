import { sessionColumns, sessionRows } from '@tallyhouse/facts';
import type { Definition } from './define.ts';
import { byWatermark, indexOfTimes, packedProjections, sumsBy } from './parts.ts';

const hour = 'toStartOfHour(first_seen_at)';

export const settledSessions: Definition = {
  name: 'settled_sessions',
  fact: 'session',
  day: 'UTC day of first_seen_at',
  columns: sessionColumns,
  parts: () => [
    indexOfTimes('first_seen_at'),
    sumsBy('by_place', `${hour}, country, region, city`, 'count()'),
    sumsBy('by_device', `${hour}, browser, os, device_type`, 'count()'),
    byWatermark,
  ],
  orderBy: '(site_id, session_hour, session_id)',
  settings: packedProjections,
  comment:
    'Settled copy of sessions: the sessions of each day as of its watermark. Read without FINAL. Days are rebuilt as a whole, never appended to. For sessions that changed later, reports read sessions. Projections hold the sums of each hour',
  fill: (columns, day) => sessionRows(['site_id', ...columns], day),
};
