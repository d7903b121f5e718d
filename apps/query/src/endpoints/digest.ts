import { z } from 'zod';
import { compare as comparedWith } from '../parameters/compare.ts';
import { comparedRange } from '../parameters/compared-range.ts';
import type { Range } from '../parameters/range.ts';
import { reportFormat } from '../parameters/report-format.ts';
import { placeVisits } from '../read/relations/sessions.ts';
import { compare, ratio } from '../reply/arithmetic.ts';
import { isoRange } from '../reply/reply.ts';
import { defineEndpoint, type ReportContext } from './define/endpoint.ts';
import { readVisits } from './devices.ts';
import { pageChanges, sourceChanges } from './digest/changes.ts';
import { type Digest, response } from './digest/content.ts';
import { writeMail } from './digest/mail.ts';
import { readGoalsOfPeriod } from './goals/read-goals.ts';
import { comparedMeta, compareTotals } from './insights.ts';
import { readTotals, type Totals } from './overview.ts';
import { readPages } from './pages.ts';
import { readSources } from './sources.ts';

const numbers = { current: z.number(), previous: z.number() };
const pageChangeRow = z.object({ page_path: z.string(), page_title: z.string(), ...numbers });
const sourceChangeRow = z.object({ source: z.string(), medium: z.string(), ...numbers });

type Context = ReportContext;

/** The content of a mail that is sent every week, or every day: what a site's owner wants to know first. */
export const digest = defineEndpoint({
  path: '/digest',
  description:
    'The content of a regular mail: the metrics of /insights, the first pages, sources and countries, and what rose and fell most since the period before. As JSON, or as the body of the mail (format=html).',
  parameters: { compare: comparedWith, format: reportFormat },
  response,
  meta: { compare: comparedMeta },
  async respond(request) {
    const { values, range } = request;
    const before = comparedRange(values.compare, values, range);
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
      meta: { compare: before ? isoRange(before) : null },
    };
  },
  html: {
    description: 'The digest as a document for mails. Its title is a subject.',
    asked: ({ format }) => format === 'html',
    write: (data, { values, range }) =>
      writeMail(data, {
        siteId: values.siteId.text,
        timezone: values.timezone.canonical,
        filters: values.filter.map(({ text }) => text),
        range,
        before: comparedRange(values.compare, values, range),
      }),
  },
});

/** The same request about another range. */
const during = (range: Range, request: Context): Context => ({
  ...request,
  range,
  query: (build, row, details) => request.query(build, row, { ...details, range }),
});

/** The totals and the goals of a range, as on /overview. */
interface Figures {
  totals: Totals;
  goals: NonNullable<ReturnType<Awaited<ReturnType<typeof readGoalsOfPeriod>>>['goals']>;
}

async function readFigures(request: Context): Promise<Figures> {
  const [totals, goalsOf] = await Promise.all([
    readTotals(request, request.range),
    readGoalsOfPeriod(request),
  ]);
  const { goals = [] } = goalsOf({ visitors: totals.unique_visitors });
  return { totals, goals };
}

/** Rates are computed anew: they are rounded after they are compared. */
function compareGoals(now: Figures, then: Figures | undefined): NonNullable<Digest['goals']> {
  return now.goals.map(({ goal, conversions, converting_visitors, revenue }, index) => {
    const earlier = then?.goals[index];
    const rate = ratio(100 * converting_visitors, now.totals.unique_visitors);
    const earlierRate =
      then && earlier ? ratio(100 * earlier.converting_visitors, then.totals.unique_visitors) : null;
    return {
      goal,
      conversions: compare(conversions, earlier?.conversions ?? null),
      converting_visitors: compare(converting_visitors, earlier?.converting_visitors ?? null),
      conversion_rate: compare(rate, earlierRate),
      revenue,
    };
  });
}

async function readChanges(
  { query, values: { limit } }: Context,
  before: Range,
): Promise<NonNullable<Digest['changes']>> {
  const [pages, sources] = await Promise.all([
    query((read) => pageChanges(read, before, limit), pageChangeRow),
    query((read) => sourceChanges(read, before, limit), sourceChangeRow),
  ]);
  return {
    pages: risesAndFalls(pages.rows, ({ current, previous, ...page }) => ({
      ...page,
      views: compare(current, previous),
    })),
    sources: risesAndFalls(sources.rows, ({ current, previous, ...source }) => ({
      ...source,
      visits: compare(current, previous),
    })),
  };
}

function risesAndFalls<Row extends { current: number; previous: number }, Entry>(
  rows: readonly Row[],
  entryOf: (row: Row) => Entry,
): { rose: Entry[]; fell: Entry[] } {
  return {
    rose: rows.filter(({ current, previous }) => current > previous).map(entryOf),
    fell: rows.filter(({ current, previous }) => current < previous).map(entryOf),
  };
}
