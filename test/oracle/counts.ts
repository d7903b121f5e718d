import { parseCsv } from './csv.ts';
import { sum } from './reports/report.ts';
import type { ReportRequest } from './request/request.ts';

const row = ({ data }: { data: { pageviews: number } }) => data.pageviews;
const total = (count: 'pageviews' | 'views', { data }: { data: Record<typeof count, number>[] }) =>
  sum(data.map((row) => row[count]));

/** The number of pageviews of a period in each report. */
const counts: Record<string, (answer: string) => number> = {
  '/overview': (answer) => row(JSON.parse(answer)),
  '/pageviews-over-time': (answer) => total('pageviews', JSON.parse(answer)),
  '/pages': (answer) => total('views', JSON.parse(answer)),
  '/export/pageviews': (answer) => parseCsv(answer).length - 1,
};

/** Asks each report that counts pageviews, whatever the path of the request, for their number. It is the same in all of them. */
export async function pageviewCounts(
  send: (requests: ReportRequest[]) => Promise<string[]>,
  request: ReportRequest,
): Promise<Record<string, number>> {
  // All pages fit into one list.
  const whole = { ...request, limit: 100, offset: 0, format: 'csv' as const };
  const answers = await send(Object.keys(counts).map((path) => ({ ...whole, path })));
  return Object.fromEntries(
    Object.entries(counts).map(([path, read], index) => [path, read(answers[index] ?? '')]),
  );
}
