import { sourceColumns, sourcesOfDay } from '@tallyhouse/facts';
import type { Definition } from './define.ts';

export const settledSources: Definition = {
  name: 'settled_sources',
  fact: 'session',
  day: 'UTC day',
  columns: sourceColumns,
  orderBy: '(site_id, -toInt64(visits))',
  settings: 'index_granularity = 32',
  comment:
    'Sources of the sessions of each day, as of its watermark. Days are rebuilt as a whole from sessions, never appended to. A table, not a projection: sorted by visits, it lets reports skip the long states of small sources',
  fill: (_, day) => sourcesOfDay(day),
};
