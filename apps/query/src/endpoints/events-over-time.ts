import { type Sql, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { event } from '../parameters/event.ts';
import { granularity } from '../parameters/granularity.ts';
import { visitorsOf } from '../read/list.ts';
import type { Reader } from '../read/reader.ts';
import { eventBuckets } from '../read/relations/events.ts';
import { count } from '../reply/reply.ts';
import { bucket, seriesMeta, seriesOf } from '../reply/series.ts';
import { defineEndpoint } from './define/endpoint.ts';

const none = { events: 0, unique_visitors: 0 };

const entry = z.object({
  bucket: bucket(),
  events: count(),
  unique_visitors: count().describe('Distinct visitors of these events.'),
});
const row = entry.omit({ bucket: true }).extend({ start_ms: z.number() });

const buckets = (event: string, read: Reader): Sql => sql`
select
    bucket as start_ms,
    sum(event_buckets.events) as events,
    ${visitorsOf('visitors')} as unique_visitors
from (
    ${read.rows(eventBuckets(event))}
) as event_buckets
group by bucket`;

export const eventsOverTime = defineEndpoint({
  path: '/events-over-time',
  description:
    'Events, or those of one name, and their visitors in each hour, day, week (from Monday) or month that overlaps the period, empty ones included. The first and the last bucket count only what is in the period.',
  parameters: { event, granularity },
  response: z.array(entry),
  meta: seriesMeta,
  async respond({ query, range, values }) {
    const { granularity, starts, entries } = await seriesOf(range, values);
    const { event = '' } = values;
    const { rows } = await query((read) => buckets(event, read), row, { bucketStarts: starts });
    const data = await entries(rows, none, ({ events, unique_visitors }) => ({ events, unique_visitors }));
    return { data, meta: { granularity } };
  },
});
