/** Adds the conversions of the requested goals to the rows of a report. Without goals, no query runs. */

import type { Filter, Goal } from '@tallyhouse/filter';
import { z } from 'zod';
import type { Build } from '../../read/reader.ts';
import { percentage } from '../../reply/arithmetic.ts';
import { average, count } from '../../reply/reply.ts';
import { revenue } from '../../reply/revenue.ts';
import type { ReportContext } from '../define/endpoint.ts';
import type { Details } from '../define/request.ts';
import { conversionsBy, conversionsByPage, visitorsBy, visitorsByPage } from './conversions.ts';

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
    .describe('Only with goal=, in the order requested.');

type Context = Pick<ReportContext, 'query' | 'values' | 'range'>;

/** A row of a report with goals. */
interface RowOfReport {
  list?: number;
  key?: readonly string[];
  /** Start of its bucket, milliseconds since 1970. */
  bucket?: number;
  /** Its number of visitors; looked up when the report lacks it. */
  visitors?: number;
}

/** What a row gains: nothing without goals. */
type Gained = { goals?: z.output<ReturnType<typeof goals>> };
export type GoalsOf = (row: RowOfReport) => Gained;

const rowKey = { list: z.number(), key: z.array(z.string()) };
const conversionRow = z.object({
  ...rowKey,
  bucket: z.number(),
  conversions: z.number(),
  converting_visitors: z.number(),
  revenue: revenue(),
});
const visitorsRow = z.object({ ...rowKey, visitors: z.number() });

/** Reads the conversions of the period, or of each bucket of a report. */
export async function readGoalsOfPeriod(context: Context, details?: Details): Promise<GoalsOf> {
  const asked = { properties: [], lists: [[]], keys: [[]] };
  return read(context, (goal) => (reader) => conversionsBy(asked, goal, reader), { details });
}

type Row = Readonly<Record<string, unknown>>;

interface List {
  properties: readonly string[];
  rows: readonly Row[];
  /** The columns with their values, under other names. */
  columns?: readonly string[];
}

/**
 * Reads the goals of a report's lists.
 * @returns a function that adds the goals to a row. Where rows lack `unique_visitors`, the numbers are looked up
 */
export async function readGoalsOfLists(
  context: Context,
  lists: readonly List[],
): Promise<<Own extends Row>(row: Own) => Own & Gained> {
  const placed = lists.flatMap(({ properties, rows, columns = properties }, index) =>
    rows.map((row) => [row, { list: index + 1, key: columns.map((name) => String(row[name])) }] as const),
  );
  const asked = {
    lists: lists.map(({ properties }) => properties),
    properties: [...new Set(lists.flatMap(({ properties }) => properties))],
    keys: placed.map(([, { key }]) => key),
  };
  const lacksVisitors = placed.some(([row]) => row['unique_visitors'] === undefined);
  const goalsOf = await read(context, (goal) => (reader) => conversionsBy(asked, goal, reader), {
    visitors: lacksVisitors ? (reader) => visitorsBy(asked, reader) : undefined,
  });
  const placeOf = new Map<Row, RowOfReport>(placed);
  return (row) => ({ ...row, ...goalsOf({ ...placeOf.get(row), ...visitorsIn(row) }) });
}

const visitorsIn = ({ unique_visitors: visitors }: Row) => (typeof visitors === 'number' ? { visitors } : {});

/** Adds their goals to pages. Filters on pageviews select views of the page; other filters select sessions that convert. */
export async function withGoalsByPage<Page extends { page_path: string }>(
  context: Context,
  pages: readonly Page[],
): Promise<(Page & Gained)[]> {
  const asked = pages.map(({ page_path }) => page_path);
  const ofPageviews = ({ dimension }: Filter) => dimension.holder === 'pageview';
  const { filter } = context.values;
  const views = filter.filter(ofPageviews);
  const goalsOf = await read(
    context,
    (goal) => (reader) => conversionsByPage({ asked, views }, goal, reader),
    {
      details: { filters: filter.filter((one) => !ofPageviews(one)) },
      visitors: (reader) => visitorsByPage(asked, reader),
    },
  );
  return pages.map((page) => ({ ...page, ...goalsOf({ key: [page.page_path] }) }));
}

/**
 * @param conversionsOf SQL of the conversions of a goal, and its replacements in the request (`details`)
 * @param more.visitors SQL of the visitors of the report's rows
 */
async function read(
  { query, values: { goal }, range }: Context,
  conversionsOf: (goal: Goal) => Build,
  { details = {}, visitors }: { details?: Details | undefined; visitors?: Build | undefined },
): Promise<GoalsOf> {
  if (goal.length === 0) return () => ({});
  const [byRow, ...byGoal] = await Promise.all([
    visitors && query(visitors, visitorsRow),
    ...goal.map((one) => query(conversionsOf(one), conversionRow, details)),
  ]);
  const visitorsOf = new Map(byRow?.rows.map(({ list, key, visitors }) => [idOf(list, key), visitors]));
  const rowsOf = byGoal.map(
    ({ rows }) => new Map(rows.map(({ list, key, bucket, ...row }) => [idOf(list, key, bucket), row])),
  );
  return ({ list = 1, key = [], bucket = range.start, visitors = visitorsOf.get(idOf(list, key)) ?? 0 }) => ({
    goals: goal.map(({ text }, index) => {
      const { converting_visitors, revenue, ...row } = rowsOf[index]?.get(idOf(list, key, bucket)) ?? none;
      const conversion_rate = percentage(converting_visitors, visitors);
      return { goal: text, ...row, converting_visitors, conversion_rate, revenue };
    }),
  });
}

const none = { conversions: 0, converting_visitors: 0, revenue: [] };

const idOf = (list: number, key: readonly string[], bucket?: number) => JSON.stringify([list, key, bucket]);
