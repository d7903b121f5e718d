import { readFileSync } from 'node:fs';

/** The questions of docs/bi.md with their SQL. */
export function pageQuestions() {
  const page = readFileSync('docs/bi.md', 'utf8');
  const found = [...page.matchAll(/^### (\d+\. .*?)\n\n```sql\n(.*?)```/gms)];
  return found.map(([, text = '', sql = '']) => ({ text, sql }));
}

/**
 * Questions that metrics and dimensions of the shipped files can express: number, view, dimensions and metrics in the order of the columns, and
 * which columns these are.
 */
export const modelled: [
  question: number,
  view: string,
  by: string[],
  metrics: string[],
  columns?: number[],
][] = [
  [1, 'pageviews', [], ['pageviews', 'visitors']],
  [2, 'sessions', [], ['visits', 'bounce_rate', 'avg_visit_seconds']],
  [3, 'pageviews', ['date'], ['pageviews', 'visitors'], [0, 1, 3]],
  [4, 'pageviews', ['page_path'], ['pageviews']],
  [5, 'pageviews', ['page_path'], ['avg_scroll_depth'], [0, 2]],
  [6, 'sessions', ['source', 'medium'], ['visits', 'bounce_rate']],
  [7, 'sessions', ['country'], ['visits']],
  [8, 'sessions', ['device_type'], ['visits'], [0, 1]],
  [10, 'sessions', ['country', 'entry_page'], ['visits']],
  [11, 'sessions', ['exit_page'], ['visits'], [0, 1]],
  [12, 'pageviews', ['next_page'], ['pageviews']],
  // By week too, which follows the campaign.
  [13, 'sessions', ['utm_campaign'], ['visits', 'pageviews_per_visit'], [1, 0, 2, 3]],
  [22, 'events', ['source', 'currency'], ['revenue']],
  [23, 'events', ['event', 'currency'], ['events', 'revenue']],
];
export const byWeek = 13;
export const filtered: Record<number, [column: string, operator: 'equals' | 'notEquals', value: string]> = {
  12: ['page_path', 'equals', '/pricing'],
  13: ['utm_campaign', 'notEquals', ''],
  17: ['country', 'equals', 'IN'],
  22: ['currency', 'notEquals', ''],
  24: ['event', 'equals', 'Signup'],
};

/** Rows as texts in which all tools agree, in no order: numbers have two decimals, and times no zeros at their end. */
export const comparable = (rows: readonly unknown[][]): string[] =>
  rows
    .map((row) =>
      JSON.stringify(
        row.map((value) =>
          Number.isFinite(Number(value))
            ? Math.round(Number(value) * 100) / 100
            : `${value}`.replace(/[T ]00:00:00.*|(?<=:\d\d)\.000$|(?<=\.\d{3})000$/, ''),
        ),
      ),
    )
    .sort();
