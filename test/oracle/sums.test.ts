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
const total = (count: 'pageviews' | 'views', { data }: { data: Record<typeof count, number>[] }) =>
  sum(data.map((row) => row[count]));

/** The number of pageviews of a period in each report. */
const counts: Record<string, (answer: string) => number> = {
  '/overview': (answer) => row(JSON.parse(answer)),
  '/pageviews-over-time': (answer) => total('pageviews', JSON.parse(answer)),
  '/pages': (answer) => total('views', JSON.parse(answer)),
  '/export/pageviews': (answer) => parseCsv(answer).length - 1,
};

test('reports agree on the number of pageviews, whatever the range, zone and filters', async () => {
  const agree = fc.asyncProperty(
    traffic,
    fc.array(request, { minLength: 4, maxLength: 4 }),
    async (traffic, about) => {
      const { send, replay, rebuild } = await stage.store(traffic);
      // All pages fit into one list.
      const whole = { limit: 100, offset: 0, format: 'csv' as const };
      const requests = about.map((request) => ({ ...request(traffic.anchor), ...whole }));
      const countsOf = async (request: ReportRequest) => {
        const paths = Object.keys(counts);
        const answers = await send(paths.map((path) => ({ ...request, path })));
        return answers.map((answer, index) => counts[paths[index] ?? '']?.(answer));
      };
      const before = new Map<ReportRequest, number | undefined>();
      for (const request of requests) {
        const [first, ...others] = await countsOf(request);
        expect({ request, others }).toEqual({ request, others: others.map(() => first) });
        before.set(request, first);
      }
      await replay();
      await rebuild();
      for (const request of requests) {
        expect(new Set(await countsOf(request))).toEqual(new Set([before.get(request)]));
      }
    },
  );
  await fc.assert(agree, { numRuns: runs, endOnFailure: true, ...(seed && { seed: Number(seed) }) });
}, 600_000);
