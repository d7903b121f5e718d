import { allOfQuery, type QueryRow, query } from '../api/reports.ts';
import { type Loaded, partOf, useReport } from '../api/use-report.ts';
import { filterText } from '../filters/filter.ts';
import { goalText } from '../goal/goal.ts';
import { subjectOf } from '../panels/use-panel.ts';
import { granularityOf, resolve } from '../period/period.ts';
import type { ExploredDimension } from '../url/explored.ts';
import { type Extra, questionOf } from '../url/question.ts';
import { useView, type Viewing } from '../url/use-view.ts';
import type { View } from '../url/view.ts';

/** A question of the view. */
interface Part {
  dimensions: readonly ExploredDimension[];
  metrics: readonly string[];
  /** Further parameters: sort, limit, more filters. */
  more: Extra;
}

/** The parameters of a question, besides those of the view. */
export const parametersOf = (viewing: Viewing, { dimensions, metrics, more }: Part): Extra => ({
  ...(dimensions.length > 0 && { dimensions: dimensions.join(',') }),
  metrics: metrics.join(','),
  ...(dimensions.includes('bucket') && { granularity: granularityOf(viewing.view, viewing.now) }),
  ...(viewing.view.goal && { goal: goalText(viewing.view.goal) }),
  ...more,
});

/** The result of a question. @param part undefined requests nothing */
export function useQuery(part: Part | undefined, report = query): Loaded<QueryRow[]> {
  const viewing = useView();
  const { view, now } = viewing;
  const { asked } = resolve(view.period, view.timezone, now);
  const extra = part && parametersOf(viewing, part);
  const question = extra && questionOf(view, asked, extra);
  const loaded = useReport(report, question, now, extra && subjectOf(view, now, extra));
  // Rows of an older question may lack members.
  const names = part ? [...part.dimensions, ...part.metrics] : [];
  const isOther = loaded.answer?.data.some((row) => names.some((name) => !(name in row)));
  return isOther ? { ...loaded, answer: undefined } : loaded;
}

/** The values of a dimension with the most of the first metric, or the latest buckets. */
function useValues(dimension: ExploredDimension, most: number): Loaded<readonly string[]> {
  const { metrics } = useView().view.explored;
  const isTime = dimension === 'bucket';
  const more = { limit: String(most), ...(isTime && { sort: '-bucket' }) };
  const loaded = useQuery({ dimensions: [dimension], metrics: metrics.slice(0, 1), more });
  const values = (rows: QueryRow[]) => rows.map((row) => String(row[dimension]));
  return partOf(loaded, (rows) => (isTime ? values(rows).reverse() : values(rows)));
}

/** The drawn metric by two dimensions. @param most values of each */
export function useCrossed(
  [down, across]: readonly [ExploredDimension, ExploredDimension],
  [mostRows, mostColumns]: readonly [number, number],
) {
  const metric = drawnMetric(useView().view.explored);
  const [rows, columns] = [useValues(down, mostRows), useValues(across, mostColumns)];
  const filter = [...onlyThese(down, rows), ...onlyThese(across, columns)];
  const part = { dimensions: [...new Set([down, across])], metrics: [metric], more: { filter } };
  const cells = useQuery(rows.answer && columns.answer && part, allOfQuery);
  const found = new Map(cells.answer?.data.map((row) => [`${row[down]}\n${row[across]}`, row[metric]]));
  const data = {
    rows: rows.answer?.data ?? [],
    columns: columns.answer?.data ?? [],
    cellOf: (row: string, column: string) => found.get(`${row}\n${column}`),
  };
  const failed = [rows, columns].find(({ problem }) => problem !== undefined) ?? cells;
  const loading = rows.loading || columns.loading || cells.loading;
  return { ...failed, loading, answer: cells.answer && { data, meta: cells.answer.meta } };
}

/** The filter that selects some values. Time has no such filter. */
const onlyThese = (dimension: ExploredDimension, { answer }: Loaded<readonly string[]>) =>
  dimension === 'bucket' ? [] : [filterText({ dimension, operator: ':', values: [...(answer?.data ?? [])] })];

/** The drawn metric: the one that sorts the question, or the first. */
export function drawnMetric({ metrics, sort }: View['explored']): string {
  return metrics.find((name) => name === sort?.replace('-', '')) ?? metrics[0] ?? '';
}
