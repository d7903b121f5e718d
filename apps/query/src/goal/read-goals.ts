/** Adds the conversions of the goals asked for to the rows of a report. Without goals no query runs, and rows stay as they are. */

import { createHash } from 'node:crypto';
import { sqlTime } from '@tallyhouse/clickhouse';
import type { Filter, Goal } from '@tallyhouse/filter';
import { idLead } from '@tallyhouse/ping';
import { z } from 'zod';
import { percentage } from '../arithmetic.ts';
import type { ReportContext } from '../endpoint.ts';
import { average, count } from '../reply.ts';
import type { Details } from '../report-request.ts';
import { revenue, revenueRow, toRevenue } from '../revenue.ts';
import conversionsSql from './conversions.sql';
import conversionsByPageSql from './conversions-by-page.sql';
import visitorsSql from './visitors.sql';
import visitorsByPageSql from './visitors-by-page.sql';

const day = 86_400_000;

/** Schema of the goals of a row. */
export const goals = () =>
  z
    .array(
      z.object({
        goal: z.string().describe('As sent.'),
        conversions: count().describe('Events or pageviews of the goal.'),
        converting_visitors: count().describe('Distinct visitors of these.'),
        conversion_rate: average().describe(
          'Converting visitors, percent of the visitors of the row; null without any. More than 100 when visitors convert who do not count in the row.',
        ),
        revenue: revenue(),
      }),
    )
    .optional()
    .describe('With goal= alone, in the order asked.');

type Context = Pick<ReportContext<Record<never, never>>, 'query' | 'values' | 'range'>;

/** How properties of sessions identify the rows of a report. */
interface Grouping {
  /** At most three. */
  properties: readonly string[];
  /** For each list of the report the positions of its properties, from 1. */
  lists: readonly (readonly number[])[];
}

/** A row of a report whose goals are asked for. */
interface RowOfReport {
  /** Position of its list, from 1. */
  list?: number;
  key?: readonly string[];
  /** Start of its bucket, milliseconds since 1970. */
  bucket?: number;
  /** Number of its visitors; looked up where the report does not know it. */
  visitors?: number;
}

/** What a row gains: nothing when no goal is asked for. */
export type GoalsOf = (row: RowOfReport) => { goals?: z.output<ReturnType<typeof goals>> };

const rowKey = { list: z.number(), key: z.array(z.string()) };
const conversionRow = z.object({
  ...rowKey,
  bucket: z.number(),
  conversions: z.number(),
  converting_visitors: z.number(),
  revenue: revenueRow,
});
const visitorsRow = z.object({ ...rowKey, visitors: z.number() });

/** Reads the conversions of the period, or of each bucket of a report. */
export async function readGoalsOfPeriod(
  context: Context,
  bucketStarts?: readonly number[],
): Promise<GoalsOf> {
  const bindings = bindingsFor({ properties: ['source'], lists: [[]] }, [[]]);
  return read(context, { sql: conversionsSql, details: { bindings, ...(bucketStarts && { bucketStarts }) } });
}

/**
 * Reads the conversions of rows that properties of sessions identify.
 * @param keys the rows' values of these properties
 * @param options.visitors set when the report does not know the number of visitors of its rows
 */
export async function readGoalsOfSessions(
  context: Context,
  grouping: Grouping,
  keys: readonly (readonly string[])[],
  options: { visitors?: true } = {},
): Promise<GoalsOf> {
  const details = {
    bindings: bindingsFor(grouping, keys),
    withExits: grouping.properties.includes('exit_page'),
  };
  const visitors = options.visitors && { sql: visitorsSql, details };
  return read(context, { sql: conversionsSql, details }, visitors);
}

/**
 * Reads the conversions of pages. A filter on pageviews selects those that count as views of a page; the others select the
 * sessions that convert.
 */
export async function readGoalsByPage(context: Context, paths: readonly string[]): Promise<GoalsOf> {
  const keys = paths.map((path) => [path]);
  const bindings = bindingsFor({ properties: ['source'], lists: [[]] }, keys);
  const ofPageviews = ({ dimension }: Filter) => dimension.holder === 'pageview';
  const { filter } = context.values;
  // Most sessions that convert in a period began less than a day before it; older ones are few.
  const start = Math.max(context.range.start - day, 0);
  const details = {
    bindings: { ...bindings, entries_start: sqlTime(start), older_until: sqlTime(start + idLead) },
    ranges: { page_entries: { start, end: context.range.end } },
    filters: filter.filter((one) => !ofPageviews(one)),
    conditions: { views: filter.filter(ofPageviews) },
  };
  return read(
    context,
    { sql: conversionsByPageSql, details },
    { sql: visitorsByPageSql, details: { bindings } },
  );
}

function bindingsFor({ properties, lists }: Grouping, keys: readonly (readonly string[])[]) {
  const [first, second = first, third = second] = properties;
  return { first, second, third, lists, asked: keys.map(hashOf) };
}

interface Question {
  sql: string;
  details: Details;
}

async function read(
  { query, values: { goal }, range }: Context,
  conversions: Question,
  visitors?: Question,
): Promise<GoalsOf> {
  if (goal.length === 0) return () => ({});
  const [byRow, ...byGoal] = await Promise.all([
    visitors && query(visitors.sql, visitorsRow, visitors.details),
    ...goal.map((one) =>
      query(sqlFor(one, conversions.sql), conversionRow, {
        ...conversions.details,
        conditions: { ...conversions.details.conditions, goal: one.conditions },
      }),
    ),
  ]);
  const visitorsOf = new Map(byRow?.rows.map(({ list, key, visitors }) => [idOf(list, key), visitors]));
  const rowsOf = byGoal.map(
    ({ rows }) => new Map(rows.map((row) => [idOf(row.list, row.key, row.bucket), row])),
  );
  return ({ list = 1, key = [], bucket = range.start, visitors = visitorsOf.get(idOf(list, key)) ?? 0 }) => ({
    goals: goal.map(({ text, on }, index) => {
      const row = rowsOf[index]?.get(idOf(list, key, bucket));
      const converting_visitors = row?.converting_visitors ?? 0;
      return {
        goal: text,
        conversions: row?.conversions ?? 0,
        converting_visitors,
        conversion_rate: percentage(converting_visitors, visitors),
        revenue: on === 'events' ? toRevenue(row?.revenue ?? []) : [],
      };
    }),
  });
}

/** Conversions are events, or pageviews in the same form. */
const sqlFor = ({ on }: Goal, sql: string) =>
  on === 'events' ? sql : sql.replace('rows: event_conversions', 'rows: page_conversions');

const idOf = (list: number, key: readonly string[], bucket?: number) => JSON.stringify([list, key, bucket]);

/**
 * The hash of a row's key, `halfMD5` in ClickHouse. Only rows that the report shows are read, and their names may be too long for
 * a parameter. A collision does no harm: rows are found by their key.
 */
const hashOf = (key: readonly string[]) =>
  createHash('md5').update(key.join('\0')).digest().readBigUInt64BE();
