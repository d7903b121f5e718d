import { z } from 'zod';
import { compare as comparedWith, match } from '../parameters/compare.ts';
import { comparedRange } from '../parameters/compared-range.ts';
import type { Range } from '../parameters/range.ts';
import { reportFormat } from '../parameters/report-format.ts';
import { placeVisits } from '../read/relations/sessions.ts';
import { type Comparison, compare, compareEach, ratio } from '../reply/arithmetic.ts';
import { comparedMeta, metaOfCompared } from '../reply/comparison.ts';
import { defineEndpoint, type ReportContext } from './define/endpoint.ts';
import { readVisits } from './devices.ts';
import { pageChanges, sourceChanges } from './digest/changes.ts';
import { type Digest, response } from './digest/content.ts';
import { writeMail } from './digest/mail.ts';
import { readGoalsOfPeriod } from './goals/read-goals.ts';
import { compareTotals } from './insights.ts';
import { readTotals, type Totals } from './overview.ts';
import { page, readPages } from './pages.ts';
import { readSources, source } from './sources.ts';

const both = { current: z.number(), previous: z.number() };
const pageChange = page
  .pick({ page_path: true, page_title: true })
  .extend(both)
  .transform(({ current, previous, ...page }) => ({ ...page, views: compare(current, previous) }));
const sourceChange = source
  .pick({ source: true, medium: true })
  .extend(both)
  .transform(({ current, previous, ...source }) => ({ ...source, visits: compare(current, previous) }));

export const digest = defineEndpoint({
  path: '/digest',
  description:
    'The content of a regular mail: the metrics of /insights, the top pages, sources and countries, and the largest changes since the previous period. As JSON, or as the body of the mail (format=html).',
  parameters: { compare: comparedWith, match, format: reportFormat },
  response,
  meta: { compare: comparedMeta },
  async respond(request) {
    const { values, range } = request;
    const before = comparedRange(values, range);
    const withoutGoals = { ...request, values: { ...values, goal: [] } };
    const first = { limit: values.limit, offset: 0 };
    const [current, previous, pages, sources, { countries }, changes] = await Promise.all([
      readFigures(request),
      before && readFigures(during(before, request)),
      readPages(request, first),
      readSources(request, first),
      readVisits(withoutGoals, { countries: ['country'] }, placeVisits, response.pick({ countries: true })),
      before && readChanges(request, before),
    ]);
    return {
      data: {
        totals: compareTotals(current.totals, previous?.totals),
        ...(values.goal.length > 0 && { goals: compareGoals(current, previous) }),
        pages: pages.rows,
        sources: sources.rows,
        countries,
        changes: changes ?? null,
      },
      meta: { compare: metaOfCompared(before) },
    };
  },
  html: {
    description: 'The digest as a document for mails. Its title is a subject.',
    asked: ({ format }) => format === 'html',
    write: (data, { values, range }) =>
      writeMail(data, { ...values, range, before: comparedRange(values, range) }),
  },
});

const during = (range: Range, request: ReportContext): ReportContext => ({
  ...request,
  range,
  query: (build, row, details) => request.query(build, row, { ...details, range }),
});

interface Figures {
  totals: Totals;
  goals: NonNullable<ReturnType<Awaited<ReturnType<typeof readGoalsOfPeriod>>>['goals']>;
}

async function readFigures(request: ReportContext): Promise<Figures> {
  const [totals, goalsOf] = await Promise.all([
    readTotals(request, request.range),
    readGoalsOfPeriod(request),
  ]);
  const { goals = [] } = goalsOf({ visitors: totals.unique_visitors });
  return { totals, goals };
}

type Goal = Figures['goals'][number];

const metricsOf = ({ conversions, converting_visitors }: Goal, { unique_visitors }: Totals) => ({
  conversions,
  converting_visitors,
  conversion_rate: ratio(100 * converting_visitors, unique_visitors),
});

const compareGoals = (now: Figures, then: Figures | undefined): NonNullable<Digest['goals']> =>
  now.goals.map((goal, index) => {
    const earlier = then?.goals[index];
    const before = then && earlier && metricsOf(earlier, then.totals);
    return { goal: goal.goal, ...compareEach(metricsOf(goal, now.totals), before), revenue: goal.revenue };
  });

async function readChanges({ query, values: { limit } }: ReportContext, before: Range) {
  const [pages, sources] = await Promise.all([
    query((read) => pageChanges(read, before, limit), pageChange),
    query((read) => sourceChanges(read, before, limit), sourceChange),
  ]);
  return {
    pages: risesAndFalls(pages.rows, ({ views }) => views),
    sources: risesAndFalls(sources.rows, ({ visits }) => visits),
  };
}

function risesAndFalls<Row>(rows: readonly Row[], comparisonOf: (row: Row) => Comparison<number>) {
  const changeOf = (row: Row) => comparisonOf(row).change ?? 0;
  return { rose: rows.filter((row) => changeOf(row) > 0), fell: rows.filter((row) => changeOf(row) < 0) };
}
