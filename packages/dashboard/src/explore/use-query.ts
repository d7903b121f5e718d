import { type QueryRow, query } from '../api/reports.ts';
import { type Loaded, partOf, useReport } from '../api/use-report.ts';
import { filterText } from '../filters/filter.ts';
import { goalText } from '../goal/goal.ts';
import { subjectOf } from '../panels/use-panel.ts';
import { resolve } from '../period/period.ts';
import type { ExploredDimension } from '../url/explored.ts';
import { type Extra, questionOf } from '../url/question.ts';
import { useView, type Viewing } from '../url/use-view.ts';
import type { View } from '../url/view.ts';

/** A part of a question: its rows have these members. */
export interface Part {
  dimensions: readonly ExploredDimension[];
  metrics: readonly string[];
  /** Further parameters: sort, limit, more filters. */
  more?: Extra;
}

/** The parameters of a part of the view's question. */
export function parametersOf(view: View, now: number, { dimensions, metrics, more }: Part): Extra {
  const { granularities } = resolve(view.period, view.timezone, now);
  return {
    ...(dimensions.length > 0 && { dimensions: dimensions.join(',') }),
    metrics: metrics.join(','),
    ...(dimensions.includes('bucket') && {
      granularity: granularities.find((one) => one === view.granularity) ?? granularities[0],
    }),
    ...(view.goal && { goal: goalText(view.goal) }),
    ...more,
  };
}

/** The view's question as a request, sorted. @param page which rows, and their format */
export function queryText({ view, now }: Viewing, page: Extra): string {
  const { dimensions, metrics, sort } = view.explored;
  const { asked } = resolve(view.period, view.timezone, now);
  const more = { ...(sort && { sort }), ...page };
  return questionOf(view, asked, parametersOf(view, now, { dimensions, metrics, more }));
}

/** The answer to a part of the view's question. @param part undefined asks for nothing */
export function useQuery(part: Part | undefined, report = query): Loaded<QueryRow[]> {
  const { view, now } = useView();
  const { asked } = resolve(view.period, view.timezone, now);
  const extra = part && parametersOf(view, now, part);
  const loaded = useReport(
    report,
    extra && questionOf(view, asked, extra),
    now,
    extra && subjectOf(view, now, extra),
  );
  // Rows of an older question have other members.
  const isOther = loaded.answer?.data.some((row) =>
    [...(part?.dimensions ?? []), ...(part?.metrics ?? [])].some((name) => !(name in row)),
  );
  return isOther ? { ...loaded, answer: undefined, loading: true } : loaded;
}

/** The values of a dimension with the most of a metric, or all buckets of time. */
export function useValues(
  dimension: ExploredDimension | undefined,
  metric: string,
  most: number,
): Loaded<readonly string[]> {
  const part = dimension && {
    dimensions: [dimension],
    metrics: [metric],
    more: { limit: dimension === 'bucket' ? '1000' : String(most) },
  };
  return partOf(useQuery(part), (rows) => rows.map((row) => String(row[dimension ?? ''])));
}

/** Selects rows with one of these values; of time there is nothing to select. */
export const valuesFilter = (dimension: ExploredDimension, values: readonly string[]): string[] =>
  dimension === 'bucket' ? [] : [filterText({ dimension, operator: ':', values: [...values] })];

/** The first problem of several reports, and whether all of them are there. */
export function together(...reports: readonly Loaded<unknown>[]): Omit<Loaded<unknown>, 'answer'> {
  return {
    loading: reports.some(({ loading }) => loading),
    problem: reports.find(({ problem }) => problem !== undefined)?.problem,
    retry: () => {
      for (const { problem, retry } of reports) if (problem !== undefined) retry();
    },
  };
}

/** The metric that is drawn: the one by which the question is sorted, or the first. */
export function drawnMetric({ metrics, sort }: View['explored']): string {
  const [first = ''] = metrics;
  return metrics.find((name) => name === sort?.replace('-', '')) ?? first;
}
