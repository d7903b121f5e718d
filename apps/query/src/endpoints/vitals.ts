import { shownVitals, type Vital, vitals } from '@tallyhouse/ping/vitals';
import { empty, raw, type Sql, sql } from '@tallyhouse/sql';
import { z } from 'zod';
import { granularities, granularity } from '../parameters/granularity.ts';
import { vitalsBy } from '../parameters/vitals-by.ts';
import { page } from '../read/list.ts';
import type { Reader } from '../read/reader.ts';
import { type VitalsKey, viewsBy, vitalValues, wholeVitals } from '../read/relations/vitals.ts';
import { count, listMeta } from '../reply/reply.ts';
import { bucket, seriesOf } from '../reply/series.ts';
import { defineEndpoint } from './define/endpoint.ts';

const values = (about: string) =>
  z
    .object({
      p75: z.number().min(0).describe('The smallest value that at least 75 % of these views do not exceed.'),
      good: count(),
      needs_improvement: count(),
      poor: count(),
      views: count().describe('Views that reported it.'),
    })
    .nullable()
    .describe(`${about} Null when no view reported it.`);

const each = shownVitals.map((name) => {
  const { long, thresholds } = vitals[name];
  return [name, values(`${long}: good up to ${thresholds[0]}, poor over ${thresholds[1]}.`)] as const;
});
const measured = z.object({
  views: count().describe('Pageviews, with web vitals or without.'),
  ...(Object.fromEntries(each) as Record<Vital, (typeof each)[number][1]>),
});
type Vitals = z.output<typeof measured>;

const name = z.string().optional();
const response = z.array(
  z.object({
    page_path: name.describe('With by=page.'),
    country: name.describe('With by=country: ISO 3166-1 alpha-2; empty when unknown.'),
    device_type: name.describe('With by=device_type; empty when unknown.'),
    browser: name.describe('With by=browser; empty when unknown.'),
    os: name.describe('With by=os; empty when unknown.'),
    bucket: bucket().optional(),
    ...measured.shape,
  }),
);

const views = z.object({ name: z.union([z.string(), z.number()]), views: z.number() });
const vitalRow = z
  .object({ name: views.shape.name })
  .catchall(z.union([z.number().nullable(), z.array(z.number())]));

/** The pageviews of each key, most first. */
const viewsIn = (key: VitalsKey, read: Reader, end: Sql): Sql => sql`
select
    ${raw(key)} as name,
    sum(view_rows.views) as views
from (
    ${read.rows(viewsBy(key))}
) as view_rows
group by name
order by
    views desc,
    name
${end}`;

/** The web vitals of each key. @param pages with the key `page_path`, those that the response has */
const vitalsIn = (key: VitalsKey, read: Reader, pages: readonly string[] | undefined): Sql => sql`
select
    ${raw(key)} as name,
    ${wholeVitals}
from (
    ${read.rows(vitalValues(key, pages))}
) as vital_rows
group by name`;

const classes = z.tuple([z.number(), z.number(), z.number()]);

function vitalsOf(row: Readonly<Record<string, unknown>>): Vitals {
  const each = shownVitals.map((name) => {
    const counted = classes.safeParse(row[`${name}_classes`]);
    if (!counted.success || counted.data[2] === 0) return [name, null];
    const [good, upToSecond, views] = counted.data;
    const needs_improvement = upToSecond - good;
    return [name, { p75: row[`${name}_p75`], good, needs_improvement, poor: views - upToSecond, views }];
  });
  return measured.parse({ views: row['views'], ...Object.fromEntries(each) });
}

export const webVitals = defineEndpoint({
  path: '/vitals',
  description:
    "Web vitals of pageviews: the 75th percentile and the views in each of Google's three classes, by views, then name; with by=bucket every bucket of the period, in order, which limit and offset do not cut.",
  parameters: { by: vitalsBy, granularity },
  response,
  meta: { ...listMeta, granularity: z.enum(granularities).optional().describe('With by=bucket.') },
  async respond({ query, range, values }) {
    const { by, limit, offset } = values;
    const key = by === 'page' ? 'page_path' : (by ?? 'bucket');
    const series = by === 'bucket' ? await seriesOf(range, values) : undefined;
    const details = series && { bucketStarts: series.starts };
    const end = key === 'bucket' ? empty : page({ limit, offset });
    const viewed = query((read) => viewsIn(key, read, end), views, details);
    const pages = key === 'page_path' ? (await viewed).rows.map(({ name }) => `${name}`) : undefined;
    const reported = query((read) => vitalsIn(key, read, pages), vitalRow, details);
    const [{ rows, total }, { rows: vitalRows }] = await Promise.all([viewed, reported]);
    const vitalsBy = new Map(vitalRows.map((row) => [row.name, row]));
    const found = rows.map(({ name, views }) => ({ name, own: vitalsOf({ ...vitalsBy.get(name), views }) }));
    const none = vitalsOf({ views: 0 });
    if (series) {
      const { granularity, entries } = series;
      const buckets = found.map(({ name, own }) => ({ ...own, start_ms: Number(name) }));
      const data = await entries(buckets, none, (counts) => measured.parse(counts));
      return { data, meta: { limit, offset, total: data.length, granularity } };
    }
    if (by === undefined) return { data: [found[0]?.own ?? none], meta: { limit, offset, total: 1 } };
    const data = found.map(({ name, own }) => ({ [key]: `${name}`, ...own }));
    return { data, meta: { limit, offset, total } };
  },
});
