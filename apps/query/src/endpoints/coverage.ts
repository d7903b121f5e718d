import { empty, raw, type Sql, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { crawlFilter } from '../parameters/crawl-filter.ts';
import { coverageBy } from '../parameters/crawls-by.ts';
import { granularities, granularity } from '../parameters/granularity.ts';
import type { Range } from '../parameters/range.ts';
import { page } from '../read/list.ts';
import type { Reader } from '../read/reader.ts';
import { hashedViews, type LinesKey, linesBy, linesOfPersons } from '../read/relations/crawls.ts';
import { count, listMeta } from '../reply/reply.ts';
import { bucket, seriesOf } from '../reply/series.ts';
import { defineEndpoint } from './define/endpoint.ts';

const classes = z.object({
  requests: count().describe('Requests of pages that a log or a server reports.'),
  person_seen: count().describe('By persons, and a pageview of the same browser began within 60 seconds.'),
  person_unseen: count().describe(
    'By persons, without such a pageview: the tracker was blocked, or did not run.',
  ),
  crawler: count().describe('By crawlers, whatever the status.'),
  error: count().describe('By persons, with status 400 or more.'),
});
type Classes = z.output<typeof classes>;

const response = z.union([
  classes,
  z.array(
    z.object({
      page_path: z.string().optional().describe('With by=page.'),
      browser: z.string().optional().describe('With by=browser; empty for crawlers, and when unknown.'),
      bucket: bucket().optional(),
      ...classes.shape,
    }),
  ),
]);

const row = z.object({
  line_key: z.string(),
  requests: z.number(),
  person_seen: z.number(),
  by_crawlers: z.number(),
  failed: z.number(),
});

const toClasses = ({
  requests,
  person_seen,
  by_crawlers,
  failed,
}: Omit<z.output<typeof row>, 'line_key'>): Classes => ({
  requests,
  person_seen,
  person_unseen: requests - person_seen - by_crawlers - failed,
  crawler: by_crawlers,
  error: failed,
});

const none = { requests: 0, person_seen: 0, by_crawlers: 0, failed: 0 };

/** The longest time from the request of a page to its pageview. */
const longestWait = 60_000;

/** Requests before the period may take its first pageviews: those of ten minutes are looked at. */
const before = 10 * longestWait;

/**
 * The lines of persons who were seen, by their keys. In the order of time each line takes the earliest pageview that is not taken, within
 * the minute after it: no other choice finds more pairs.
 */
function seenLines(key: LinesKey | undefined, read: Reader): Sql {
  const { start, end } = read.range;
  const within = (range: Range) => ({ range, period: range });
  return sql`
select
    arrayJoin(arrayFold(
        (taken, line) -> if(
            arrayFirst(at -> at >= line.1, arraySlice(views, taken.1 + 1)) between line.1 and line.1 + ${longestWait},
            (
                toUInt32(taken.1 + arrayFirstIndex(at -> at >= line.1, arraySlice(views, taken.1 + 1))),
                if(line.1 >= ${start}, arrayPushBack(taken.2, line.2), taken.2)
            ),
            taken
        ),
        lines,
        (toUInt32(0), []::Array(String))
    ).2) as line_key,
    count() as person_seen
from (
    select
        site_id,
        page_path,
        view_hash,
        arraySort(groupArray((requested_at, line_key))) as lines
    from (
        ${read.rows(linesOfPersons(key), within({ start: start - before, end }))}
    ) as person_lines
    group by all
) as lines_of_views
join (
    select
        site_id,
        page_path,
        view_hash,
        arraySort(groupArray(viewed_at)) as views
    from (
        ${read.rows(hashedViews, { ...within({ start: start - before, end: end + longestWait + 1 }), filters: [] })}
    ) as hashed_views
    group by all
) as views_of_hashes using (site_id, page_path, view_hash)
group by line_key`;
}

/** The lines of each key with their classes, most first. */
const linesOf = (key: LinesKey | undefined, read: Reader, end: Sql): Sql => sql`
select
    line_key,
    requests,
    person_seen,
    by_crawlers,
    failed
from (
    select
        ${raw(key ? `cast(${key}, 'String')` : "''")} as line_key,
        sum(line_sums.requests) as requests,
        sum(line_sums.by_crawlers) as by_crawlers,
        sum(line_sums.failed) as failed
    from (
        ${read.rows(linesBy(key ? [key] : []))}
    ) as line_sums
    group by line_key
) as all_lines
left any join (
    ${seenLines(key, read)}
) as seen_lines using (line_key)
order by
    requests desc,
    line_key
${end}`;

export const coverage = defineEndpoint({
  path: '/coverage',
  description:
    'Requests of pages in logs, each in one of four classes: a person whom the tracker saw, one whom it did not see, a crawler, an error. Where a site has both a log and the tracker, it shows how many of its readers the other reports see. A pageview belongs to one request, with the same address and user agent.',
  parameters: { by: coverageBy, granularity, filter: crawlFilter },
  response,
  meta: {
    ...Object.fromEntries(Object.entries(listMeta).map(([name, schema]) => [name, schema.optional()])),
    granularity: z.enum(granularities).optional().describe('With by=bucket.'),
  },
  async respond({ query, range, values }) {
    const { by, limit, offset } = values;
    if (by === undefined) {
      const { rows } = await query((read) => linesOf(undefined, read, empty), row);
      return { data: toClasses(rows[0] ?? none) };
    }
    if (by === 'bucket') {
      const { granularity, starts, entries } = await seriesOf(range, values);
      const { rows } = await query((read) => linesOf('bucket', read, empty), row, { bucketStarts: starts });
      const counted = rows.map((row) => ({ ...row, start_ms: Number(row.line_key) }));
      return { data: await entries(counted, none, toClasses), meta: { granularity } };
    }
    const key = by === 'page' ? 'page_path' : by;
    const { rows, total } = await query((read) => linesOf(key, read, page({ limit, offset })), row);
    const data = rows.map((row) => ({ [key]: row.line_key, ...toClasses(row) }));
    return { data, meta: { limit, offset, total } };
  },
});
