import { parseCsv } from './csv.ts';
import { sum } from './reports/report.ts';
import type { ReportRequest } from './request/request.ts';

const row = ({ data }: { data: { pageviews: number } }) => data.pageviews;
const total = <Count extends string>(count: Count, { data }: { data: Record<Count, number>[] }) =>
  sum(data.map((row) => row[count]));

interface Amount {
  currency: string;
  /** A plain decimal. */
  amount: string;
}

/** The sum of each currency, in ten-thousandths, without rounding. */
function sums(amounts: readonly Amount[]): Record<string, string> {
  const found = new Map<string, bigint>();
  for (const { currency, amount } of amounts) {
    found.set(currency, (found.get(currency) ?? 0n) + tenThousandths(amount));
  }
  return Object.fromEntries([...found].map(([currency, amount]) => [currency, String(amount)]));
}

function tenThousandths(amount: string): bigint {
  const [, sign = '', whole = '', part = ''] = /^(-?)(\d+)(?:\.(\d{1,4}))?$/.exec(amount) ?? [];
  return BigInt(`${sign}${whole}${part.padEnd(4, '0')}`);
}

const revenue = ({ data }: { data: { revenue: Amount[] }[] }) => sums(data.flatMap((row) => row.revenue));

function exportedRevenue(answer: string): Record<string, string> {
  const [columns = [], ...rows] = parseCsv(answer);
  const [amount, currency] = [columns.indexOf('amount'), columns.indexOf('currency')];
  const amounts = rows.map((row) => ({ amount: row[amount] ?? '', currency: row[currency] ?? '' }));
  return sums(amounts.filter((row) => row.currency !== ''));
}

/** Numbers that several reports give for a period. */
const facts: Record<string, Record<string, (answer: string) => unknown>> = {
  pageviews: {
    '/overview': (answer) => row(JSON.parse(answer)),
    '/pageviews-over-time': (answer) => total('pageviews', JSON.parse(answer)),
    '/pages': (answer) => total('views', JSON.parse(answer)),
    '/export/pageviews': (answer) => parseCsv(answer).length - 1,
  },
  events: {
    '/events': (answer) => total('events', JSON.parse(answer)),
    '/events-over-time': (answer) => total('events', JSON.parse(answer)),
    '/export/events': (answer) => parseCsv(answer).length - 1,
  },
  revenue: { '/events': (answer) => revenue(JSON.parse(answer)), '/export/events': exportedRevenue },
};

const paths = [...new Set(Object.values(facts).flatMap((reports) => Object.keys(reports)))];

/** The number in each report, by its path. */
type Said = Record<string, unknown>;

/** Requests every report that counts pageviews, events or revenue, whatever the request's path: all must agree. */
export async function saidOfFacts(
  send: (requests: ReportRequest[]) => Promise<string[]>,
  request: ReportRequest,
): Promise<Record<string, Said>> {
  // One list has room for all pages and events; the events are those of every name.
  const whole = { ...request, limit: 100, offset: 0, format: 'csv' as const, ofEvent: false };
  const answers = await send(paths.map((path) => ({ ...whole, path })));
  const answerOf = new Map(paths.map((path, index) => [path, answers[index] ?? '']));
  const saidBy = (reports: (typeof facts)[string]): Said =>
    Object.fromEntries(Object.entries(reports).map(([path, read]) => [path, read(answerOf.get(path) ?? '')]));
  return Object.fromEntries(Object.entries(facts).map(([fact, reports]) => [fact, saidBy(reports)]));
}
