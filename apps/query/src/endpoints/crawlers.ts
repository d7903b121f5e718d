import { sourcesOfOperators } from '@tallyhouse/crawlers/operators';
import { purposes } from '@tallyhouse/crawlers/purposes';
import { type Filter, parseFilter } from '@tallyhouse/filter';
import { raw, type Sql, sql, texts } from '@tallyhouse/sql';
import { z } from 'zod';
import { crawlFilter } from '../parameters/crawl-filter.ts';
import { crawlersBy } from '../parameters/crawls-by.ts';
import { groupedPage } from '../read/list.ts';
import type { Reader } from '../read/reader.ts';
import { crawlsBy } from '../read/relations/crawls.ts';
import { sourceVisits } from '../read/relations/sessions.ts';
import { mean } from '../reply/arithmetic.ts';
import { gained } from '../reply/comparison.ts';
import { count } from '../reply/reply.ts';
import { defineList } from './define/endpoint.ts';

/** The columns that each kind of row has; the first one orders rows with equally many requests. */
const columns = {
  name: ['name', 'operator', 'purpose'],
  operator: ['operator'],
  purpose: ['purpose'],
  page: ['page_path'],
} as const;

const names = z.object({
  operator: z.string().optional().describe('With by=name and by=operator; empty when no list names it.'),
  name: z.string().optional().describe('With by=name.'),
  purpose: z.enum(purposes).optional().describe('With by=name and by=purpose: what it reads pages for.'),
  page_path: z.string().optional().describe('With by=page.'),
});
const counts = z.object({
  verified: z
    .int()
    .min(0)
    .nullable()
    .describe('Requests from addresses that the operator publishes; null where it publishes none.'),
  requests: count().describe('Requests of pages, of any status.'),
  pages: count().describe('Distinct pages among them.'),
  errors: count().describe('Requests with status 400 or more.'),
});
const entry = z.object({
  ...names.shape,
  ...counts.shape,
  visits_back: count()
    .nullable()
    .describe(
      'With by=operator: sessions of the period whose source is of the operator, null where none is known; null otherwise.',
    ),
  requests_per_visit: z
    .number()
    .nullable()
    .describe('Requests for each of these sessions; null without any.'),
  ...gained('requests'),
});

const sumsOf = (by: keyof typeof columns) => [
  raw('if(sum(crawl_sums.verifiable) = 0, null, sum(crawl_sums.verified)) as verified'),
  raw('sum(crawl_sums.requests) as requests'),
  raw(`${by === 'page' ? 'toUInt64(1)' : 'uniqExactArray(crawl_sums.pages)'} as pages`),
  raw('sum(crawl_sums.errors) as errors'),
];

const visitsOfSources = (read: Reader): Sql => sql`
select
    source,
    sum(source_sums.visits) as visits
from (
    ${read.rows(sourceVisits)}
) as source_sums
where source in ${texts([...sourcesOfOperators.values()].flat())}
group by source`;

const sourceRow = z.object({ source: z.string(), visits: z.number() });

/** Filters that sessions have too: on the page, the site and the host. */
const ofSessions = (filters: readonly Filter[]): Filter[] =>
  filters.flatMap(({ text, values, dimension }) => {
    const filter = ['page_path', 'site_id', 'hostname'].includes(dimension.column) && parseFilter(text);
    return filter ? [{ ...filter, values }] : [];
  });

export const crawlers = defineList({
  path: '/crawlers',
  description:
    'Requests of pages by crawlers, as logs, servers and dropped pings tell of them: by name, operator, purpose or page; and with by=operator the visits that came back.',
  parameters: { by: crawlersBy, filter: crawlFilter },
  compared: true,
  response: z.array(entry),
  async read({ query, list, values }) {
    const { by, filter } = values;
    const groups = columns[by];
    const [{ rows, total }, visits] = await Promise.all([
      list(
        (read) =>
          groupedPage(read, crawlsBy(groups), {
            rows: 'crawl_sums',
            by: groups,
            columns: sumsOf(by),
            count: 'requests',
            rates: ['verified'],
            shown: values,
          }),
        names.extend(counts.shape),
        'requests',
      ),
      by === 'operator' ? query(visitsOfSources, sourceRow, { filters: ofSessions(filter) }) : undefined,
    ]);
    const visitsOf = new Map(visits?.rows.map(({ source, visits }) => [source, visits]));
    const returned = rows.map((row) => {
      const sources = sourcesOfOperators.get(row.operator ?? '');
      const visits_back =
        visits && sources ? sources.reduce((sum, source) => sum + (visitsOf.get(source) ?? 0), 0) : null;
      return { ...row, visits_back, requests_per_visit: mean(row.requests, visits_back ?? 0, 2) };
    });
    return { rows: returned, total };
  },
});
