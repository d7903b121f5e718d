import { uuid7 } from '../harness/uuid7.ts';
import { metaOf } from './meta.ts';
import { ping } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

/** Stores a pageview at each time, each in a session of its own. */
async function visits(site_id: string, times: string[], more: Record<string, string> = {}) {
  const visitor_id = uuid7(Date.parse(times[0] ?? ''));
  await service.insert(
    times.map(Date.parse).map((at) => ping(at, { site_id, visitor_id, session_id: uuid7(at) }, more)),
  );
}

const cohort = (cohort: string, visitors: number, ...returned: number[]) => ({ cohort, visitors, returned });

test('weeks, from Monday: who came again, in which week; a week without new visitors is there', async () => {
  const site_id = 'weeks';
  await visits(site_id, ['2026-11-02T00:00:00Z', '2026-11-03T10:00:00Z', '2026-11-16T10:00:00Z']);
  await visits(site_id, ['2026-11-08T23:59:59.999Z', '2026-11-09T00:00:00Z']);
  await visits(site_id, ['2026-11-16T00:00:00Z']);
  // First seen before the range: in no cohort.
  await visits(site_id, ['2026-11-01T12:00:00Z', '2026-11-10T12:00:00Z']);
  const { body } = await service.report('/retention', { site_id, start: '2026-11-02', end: '2026-11-22' });
  const range = { start: '2026-11-02T00:00:00.000Z', end: '2026-11-23T00:00:00.000Z' };
  expect(body).toEqual({
    meta: { ...metaOf(site_id), ...range, granularity: 'week' },
    data: [cohort('2026-11-02', 2, 2, 1, 1), cohort('2026-11-09', 0, 0, 0), cohort('2026-11-16', 1, 1)],
  });
});

test('60 cohorts are shown, and the 60th period counts like the first', async () => {
  const site_id = 'long';
  await visits(site_id, ['2026-09-01T00:00:00Z', '2026-10-30T23:00:00Z']);
  const asked = { site_id, granularity: 'day', start: '2026-09-01', end: '2026-10-30' };
  const data = await service.rows('/retention', asked);
  expect(data).toHaveLength(60);
  expect(data[0]).toEqual(cohort('2026-09-01', 1, 1, ...Array<number>(58).fill(0), 1));
});
