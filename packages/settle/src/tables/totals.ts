import { totalsColumns, totalsOfDay } from '@tallyhouse/facts';
import type { Definition } from './define.ts';

export const settledTotals: Definition = {
  name: 'settled_totals',
  fact: 'session',
  day: 'UTC day',
  columns: totalsColumns,
  parts: () => [
    `projection views_alone (
        select site_id, day, minutes, bucket_at, views
        order by minutes, day, site_id, bucket_at
    )`,
  ],
  // The rows of one length lie together, whether of one site or of all of them. The day is the same in all rows of a partition: in
  // the key it says which lengths of a partition are read, as bucket_at cannot where a granule has several sites.
  orderBy: '(minutes, day, site_id, bucket_at)',
  // Granules of 8 KiB: a few rows with the long states of a large site, some 40 rows of small sites. With a row in each, a report about
  // a thousand sites took 15 times as long. Sparklines read hundreds of thousands of rows and no states: their projection has some 450
  // rows in a granule.
  settings: 'index_granularity_bytes = 8192',
  comment:
    'Totals of a site by bucket, as of the watermark of the day. Days are rebuilt as a whole from pageviews and sessions, never appended to. A table, not a projection: time zones need quarters of an hour, and a projection has one length',
  fill: (_, day) => totalsOfDay(day),
};
