import fc from 'fast-check';
import { parseCsv } from './csv.ts';
import { sum } from './reports/report.ts';
import { type ReportRequest, request } from './request/request.ts';
import { type Stage, startStage } from './stage.ts';
import { traffic } from './traffic/traffic.ts';

/** Eight traffics; fewer where ORACLE_CASES asks for fewer than 1000 cases. */
const runs = Math.ceil((8 * Math.min(1000, Number(process.env['ORACLE_CASES'] ?? 1000))) / 1000);
const seed = process.env['ORACLE_SEED'];

let stage: Stage;

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

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

/** What several reports say of one period. */
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
  revenue: {
    '/events': (answer) => revenue(JSON.parse(answer)),
    '/export/events': exportedRevenue,
  },
};

const paths = [...new Set(Object.values(facts).flatMap((reports) => Object.keys(reports)))];

test('reports agree on the number of pageviews and events, and on revenue, whatever the range, zone and filters', async () => {
  const agree = fc.asyncProperty(
    traffic,
    fc.array(request, { minLength: 4, maxLength: 4 }),
    async (traffic, about) => {
      const { send, replay, rebuild } = await stage.store(traffic);
      // All pages and events fit into one list; the events are those of every name.
      const whole = { limit: 100, offset: 0, format: 'csv' as const, ofEvent: false };
      const requests = about.map((request) => ({ ...request(traffic.anchor), ...whole }));
      /** What each report says of each fact. */
      const saidIn = async (request: ReportRequest) => {
        const answers = await send(paths.map((path) => ({ ...request, path })));
        const answerOf = new Map(paths.map((path, index) => [path, answers[index] ?? '']));
        return Object.values(facts).map((reports) =>
          Object.entries(reports).map(([path, read]) => read(answerOf.get(path) ?? '')),
        );
      };
      const before = new Map<ReportRequest, unknown[]>();
      for (const request of requests) {
        const said = await saidIn(request);
        const first = said.map(([one]) => one);
        expect({ request, said }).toEqual({
          request,
          said: said.map((all, fact) => all.map(() => first[fact])),
        });
        before.set(request, first);
      }
      await replay();
      await rebuild();
      for (const request of requests) {
        expect((await saidIn(request)).map(([one]) => one)).toEqual(before.get(request));
      }
    },
  );
  await fc.assert(agree, { numRuns: runs, endOnFailure: true, ...(seed && { seed: Number(seed) }) });
}, 600_000);
