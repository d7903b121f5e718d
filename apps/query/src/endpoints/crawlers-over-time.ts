import { type Sql, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { crawlFilter } from '../parameters/crawl-filter.ts';
import { granularity } from '../parameters/granularity.ts';
import type { Reader } from '../read/reader.ts';
import { crawlBuckets } from '../read/relations/crawls.ts';
import { count } from '../reply/reply.ts';
import { bucket, seriesMeta, seriesOf } from '../reply/series.ts';
import { defineEndpoint } from './define/endpoint.ts';

const entry = z.object({
  bucket: bucket(),
  requests: count().describe('Requests of pages by crawlers.'),
  errors: count().describe('Requests with status 400 or more.'),
});
const row = entry.omit({ bucket: true }).extend({ start_ms: z.number() });

/** The buckets that are not empty. */
const buckets = (read: Reader): Sql => sql`
select
    bucket as start_ms,
    sum(crawl_buckets.requests) as requests,
    sum(crawl_buckets.errors) as errors
from (
    ${read.rows(crawlBuckets)}
) as crawl_buckets
group by bucket`;

export const crawlersOverTime = defineEndpoint({
  path: '/crawlers-over-time',
  description:
    'Requests of pages by crawlers in each hour, day, week (from Monday) or month that overlaps the period, empty ones included. The first and the last bucket count only what is in the period.',
  parameters: { granularity, filter: crawlFilter },
  response: z.array(entry),
  meta: seriesMeta,
  async respond({ query, range, values }) {
    const { granularity, starts, entries } = await seriesOf(range, values);
    const { rows } = await query(buckets, row, { bucketStarts: starts });
    const none = { requests: 0, errors: 0 };
    const data = await entries(rows, none, ({ requests, errors }) => ({ requests, errors }));
    return { data, meta: { granularity } };
  },
});
