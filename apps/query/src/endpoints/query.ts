import { invalidParameter } from '@tallyhouse/service';
import { raw, type Sql, sql, uint32 } from '@tallyhouse/sql';
import { z } from 'zod';
import type { QueryResult } from '../database/database.ts';
import type { ChangeOrder } from '../parameters/compare.ts';
import { type Format, formats } from '../parameters/formats.ts';
import { commonParameters } from '../parameters/read.ts';
import { page, type Shown } from '../read/list.ts';
import type { Reader } from '../read/reader.ts';
import { comparedMeta } from '../reply/comparison.ts';
import { fileName } from '../reply/export/file-name.ts';
import { send } from '../reply/export/send.ts';
import { listMeta } from '../reply/reply.ts';
import { seriesMeta, seriesOf } from '../reply/series.ts';
import { clockOf } from '../time/clock.ts';
import { defusedIf, mediaType } from './define/define-export.ts';
import { defineEndpoint, type Endpoint } from './define/endpoint.ts';
import { type Asked as AskedOf, handlerOf } from './define/request.ts';
import { answerOf } from './query/answer.ts';
import { metricsOfEvents } from './query/metrics.ts';
import { parameters } from './query/parameters.ts';
import { isBucket, isOfEvents, type Question, type Sort } from './query/question.ts';
import { type Choice, choiceFor, countedFor } from './query/rows.ts';

type Asked = Pick<AskedOf<typeof parameters>, 'values' | 'range' | 'comparison'>;

/** Parses a question. @throws HttpError 400 for parts that do not go together */
function questionOf({ values, comparison }: Asked): Question {
  const { dimensions: keys, metrics, goal } = values;
  const question = { keys, metrics, goal: goal[0] };
  const ofGoal = metrics.find((name) => name.startsWith('conversion'));
  if (ofGoal && goal.length !== 1)
    throw invalidParameter(
      'goal',
      `goal must be sent once with the metric ${ofGoal}: its conversions count.`,
    );
  if (isOfEvents(question)) {
    const other = metrics.find((name) => !metricsOfEvents.test(name));
    if (other)
      throw invalidParameter(
        'metrics',
        `metrics must be of events, visitors, visits and revenue.<currency> with event or prop.<name> among the dimensions; ${other} is none of an event.`,
      );
  }
  const ofEvents = metrics.find((name) => name === 'events' || name.startsWith('revenue.'));
  if (keys.some(({ name }) => name === 'referrer') && (ofEvents || isOfEvents(question)))
    throw invalidParameter(
      'dimensions',
      `dimensions must not include referrer with ${ofEvents ?? 'event or prop.<name>'}: events have none.`,
    );
  if (comparison && keys.some(isBucket))
    throw invalidParameter('compare', 'compare must not be sent with bucket among the dimensions.');
  return question;
}

/** @param order by change, if it is */
function sortOf(sort: string | undefined, order: ChangeOrder | undefined, { keys, metrics }: Question) {
  if (order) return { by: 'change', descending: order === 'rising' };
  const bucket = keys.find(isBucket);
  if (sort === undefined) {
    return bucket ? { by: bucket.name, descending: false } : { by: metrics[0] ?? '', descending: true };
  }
  const by = sort.replace(/^-/, '');
  const isAsked = [...keys.map(({ name }) => name), ...metrics].includes(by);
  if (isAsked) return { by, descending: sort.startsWith('-') };
  throw invalidParameter('sort', `sort must be ${parameters.sort.accepts}.`);
}

async function read(asked: Asked, defused: (value: string, name: string) => Sql) {
  const { values, range, comparison } = asked;
  const question = questionOf(asked);
  const buckets = question.keys.some(isBucket) ? await seriesOf(range, values) : undefined;
  const clock = clockOf(values.timezone.canonical);
  const sort = sortOf(values.sort, comparison?.sort, question);
  return {
    question,
    sort,
    buckets,
    details: buckets ? { bucketStarts: buckets.starts } : {},
    build:
      (end: Sql, own: Partial<Question> = {}, order = sort) =>
      (reader: Reader) =>
        answerOf({ ...question, ...own }, { sort: order, clock, defused }, reader, end),
  };
}

/** Rows of millions of values: beyond this, groups are kept and sorted on disk (see export/pages.ts for the share). */
const bounded = raw(
  'max_bytes_before_external_group_by = 600000000, max_bytes_ratio_before_external_sort = 0, max_bytes_before_external_sort = 300000000',
);

const value = z.union([z.string(), z.number(), z.null()]);
const row = z.record(z.string(), value);

/** Their keys are parameters of a query. */
const mostChosen = 1000;

type List = (own: Partial<Question>, part: Shown, sort: Sort) => Promise<QueryResult<z.output<typeof row>>>;

/**
 * The rows of a part of a list, which are chosen before they are counted whole.
 * @returns undefined where other rows may belong to the part
 */
async function chosenRows(
  { by, isBound, all }: Choice,
  { question, sort, shown }: { question: Question; sort: Sort; shown: Shown },
  list: List,
) {
  const { limit, offset } = shown;
  const most = 3 * (limit + offset);
  if (isBound && most > mostChosen) return undefined;
  const listBy = (metric: string, part: Shown) => list({ metrics: [metric] }, part, { ...sort, by: metric });
  const [first, every] = await Promise.all([
    listBy(by, isBound ? { limit: most, offset: 0 } : shown),
    all && listBy(all, { limit: 1, offset: 0 }),
  ]);
  const { total } = every || first;
  // The rest of the rows have nothing of what orders them.
  if (first.rows.length < limit && first.total < total) return undefined;
  const only = first.rows.map((one) => question.keys.map(({ name }) => String(one[name])));
  if (only.length === 0) return { rows: [], total };
  const { rows } = await list({ only }, { limit, offset: isBound ? offset : 0 }, sort);
  if (!isBound || only.length === total) return { rows, total };
  // Other rows have at most as much as the last one that was chosen. Estimates may be a little above that.
  const ofOthers = 1.02 * Number(first.rows.at(-1)?.[by]);
  return rows.length === limit && ofOthers < Number(rows.at(-1)?.[sort.by]) ? { rows, total } : undefined;
}

const description =
  'Any metrics by any dimensions: 1 to 10 metrics, for each combination of up to three dimensions. Rows have the names as requested, dimensions first.';

const report = defineEndpoint({
  path: '/query',
  description,
  parameters,
  compared: true,
  response: z
    .array(row)
    .describe(
      'Values by the names of dimensions and metrics, in the order requested; with compare also previous, change and growth_rate of the first metric.',
    ),
  meta: {
    ...listMeta,
    granularity: seriesMeta.granularity.optional(),
    compare: comparedMeta.optional(),
    source: z
      .enum(['sums', 'rows'])
      .describe(
        'sums: all of it comes from sums that are kept where days are settled. rows: from the rows of sessions, pageviews or events.',
      ),
  },
  async respond(asked) {
    const { values } = asked;
    const { limit, offset } = values;
    const { build, details, question, sort, buckets } = await read(asked, defusedIf(false));
    const shown = { limit, offset };
    const list: List = (own, part, order) =>
      asked.query(build(sql`${page(part)}, ${bounded}`, own, order), row, details);
    const choice = asked.comparison ? undefined : choiceFor(question, sort, values.filter);
    const chosen = choice && (await chosenRows(choice, { question, sort, shown }, list));
    const { rows, total } = chosen ?? (await list({}, shown, sort));
    // Each visitor type is a filter.
    const isFiltered = values.filter.length > 0 || question.keys.some(({ holder }) => holder === 'visitor');
    const isSummed = !isFiltered && countedFor(question).every((one) => one.fromSums);
    const meta = {
      ...shown,
      total,
      source: isSummed ? ('sums' as const) : ('rows' as const),
      ...(buckets && { granularity: buckets.granularity }),
    };
    return { data: rows, meta };
  },
});

const files = handlerOf(
  {
    kind: 'export',
    path: '/query',
    parameters,
    compared: true,
    typeOf: ({ format }: Asked['values']) => mediaType(format === 'json' ? formats.csv : format),
  },
  async (asked, deps, req, res) => {
    const { values, range, terms, write } = asked;
    const { limit, offset, raw: asStored, format: named } = values;
    const format: Format = named === 'json' ? formats.csv : named;
    const defuse = format.opensInSpreadsheets && !asStored;
    const { build, details } = await read(asked, defusedIf(defuse));
    const isPaged = ['limit', 'offset'].some((name) => req.query[name] !== undefined);
    const part = isPaged ? sql`limit ${uint32(limit)} offset ${uint32(offset)}` : sql``;
    const end = sql`${part} settings ${bounded}`;
    await send(req, res, {
      ...deps,
      ...terms,
      statement: await write(build(end), details),
      format,
      fileName: fileName(values, 'query', range, format.extension),
    });
  },
);

export const query: Endpoint = {
  ...report,
  parameters: { ...commonParameters, ...parameters, ...report.parameters },
  content: {
    ...report.content,
    ...Object.fromEntries(
      Object.values(formats).map((format) => [mediaType(format), z.string().describe('The rows as a file.')]),
    ),
  },
  handler: (deps) => {
    const [json, file] = [report.handler(deps), files(deps)];
    return (req, res, next) => {
      const isFile = typeof req.query['format'] === 'string' && Object.hasOwn(formats, req.query['format']);
      return (isFile ? file : json)(req, res, next);
    };
  },
};
