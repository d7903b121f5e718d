import { uuid7 } from '../harness/uuid7.ts';
import { ping } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

/** Stores a pageview at each time, each in its own session. */
async function visits(site_id: string, times: string[], more: Record<string, string> = {}) {
  const visitor_id = uuid7(Date.parse(times[0] ?? ''));
  await service.insert(
    times.map(Date.parse).map((at) => ping(at, { site_id, visitor_id, session_id: uuid7(at) }, more)),
  );
}

const cohort = (cohort: string, visitors: number, ...returned: number[]) => ({ cohort, visitors, returned });

test('60 cohorts are shown, and the 60th period counts like the first', async () => {
  const site_id = 'long';
  await visits(site_id, ['2026-09-01T00:00:00Z', '2026-10-30T23:00:00Z']);
  const asked = { site_id, granularity: 'day', start: '2026-09-01', end: '2026-10-30' };
  const data = await service.rows('/retention', asked);
  expect(data).toHaveLength(60);
  expect(data[0]).toEqual(cohort('2026-09-01', 1, 1, ...Array<number>(58).fill(0), 1));
});
