import { firstVisitColumns, firstVisitsOfDay } from '@tallyhouse/facts';
import type { Definition } from './define.ts';
import { sumsBy } from './parts.ts';

export const settledVisitors: Definition = {
  name: 'settled_visitors',
  fact: 'visitor',
  day: 'UTC day of first_seen_at',
  columns: firstVisitColumns,
  // States, as reports count all visitors in one way.
  parts: () => [sumsBy('by_day', 'earlier_sites', 'uniqCombined64State(17)(visitor_id)')],
  orderBy: '(site_id, first_seen_at)',
  comment:
    'Settled copy of visitors: the visitors first seen by each site on each day, as of its watermark. Read without FINAL. Days are rebuilt as a whole, never appended to. For visitors of sessions that changed later, reports read visitors',
  fill: (_, day) => firstVisitsOfDay(day),
};
