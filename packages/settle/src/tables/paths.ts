import { pathColumns, pathsOfDay } from '@tallyhouse/facts';
import type { Definition } from './define.ts';

export const settledPaths: Definition = {
  name: 'settled_paths',
  fact: 'path',
  day: 'UTC day of first_view_at',
  columns: pathColumns,
  orderBy: '(site_id, node_1, node_2, node_3, node_4, node_5, node_6)',
  // One dictionary of nodes for a column of a day, not one for each granule.
  settings: 'min_bytes_for_wide_part = 0',
  comment:
    'The first nodes of the sessions of each day, as of its watermark: pageviews and events in order. Days are rebuilt as a whole, never appended to. A table of its own, as events change it too, and as it takes few bytes in this order',
  fill: (_, day) => pathsOfDay(day),
};
