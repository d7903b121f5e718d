import { raw, type Sql, sql } from '@tallyhouse/sql';
import { bucketOf, bucketSums, milliseconds, sumsOf } from '../metrics.ts';
import type { Relation } from '../relation.ts';

const byCrawlers = { condition: raw("class = 'crawler'"), reads: ['class'] };

/** Requests of crawlers by some columns. */
export const crawlsBy = (by: readonly string[]): Relation =>
  sumsOf('crawls', {
    by,
    // A page is one.
    metrics: [
      'requests',
      'errors',
      'verified',
      'verifiable',
      ...(by.includes('page_path') ? [] : ['pages' as const]),
    ],
    where: byCrawlers,
  });

export const crawlBuckets = bucketSums('crawls', 'hour', {
  metrics: ['requests', 'errors'],
  where: byCrawlers,
});

/** A dropped ping is no line of a log. */
const isLine = raw("seen_by in ('log', 'server')");

/** A column of requests, or the report's buckets. */
export type LinesKey = 'page_path' | 'browser' | 'bucket';

/** Lines of logs, of crawlers and persons. */
export const linesBy = (by: readonly LinesKey[]): Relation =>
  sumsOf('crawls', {
    by,
    metrics: ['requests', 'by_crawlers', 'failed'],
    where: { condition: isLine, reads: ['seen_by'] },
  });

/** The lines of persons who got a page, one by one, with the key as text. */
export const linesOfPersons = (key: LinesKey | undefined): Relation => ({
  tables: ['settled_crawls'],
  rows: (from) => {
    const own = key === 'browser' ? [key] : [];
    const columns = ['site_id', 'page_path', 'view_hash', 'occurred_at', 'class', 'seen_by', 'status'];
    return sql`
select
    site_id,
    page_path,
    view_hash,
    toUnixTimestamp64Milli(occurred_at) as requested_at,
    ${textOf(key, (time) => bucketOf(from.about, time))} as line_key
from ${from.crawls([...columns, ...own])}
where ${isLine}
  and class = 'person'
  and status < 400`;
  },
  shards: 'combined',
});

function textOf(key: LinesKey | undefined, bucket: (time: Sql) => Sql): Sql {
  if (key === undefined) return raw("''");
  return sql`cast(${key === 'bucket' ? bucket(milliseconds('occurred_at')) : raw(key)}, 'String')`;
}

/** Pageviews with the hash that the line of their request has. No settled table has it. */
export const hashedViews: Relation = {
  tables: [],
  rows: (from) => sql`
select
    site_id,
    page_path,
    view_hash,
    toUnixTimestamp64Milli(entered_at) as viewed_at
from ${from.pageviews(['site_id', 'page_path', 'view_hash', 'entered_at'], raw('and view_hash != 0'))}`,
  unfiltered: true,
  shards: 'combined',
};
