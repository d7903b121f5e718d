import { uuid7 } from '../harness/uuid7.ts';
import { type QueryService, startQueryService } from './query-service.ts';

let service: QueryService;
beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

/** Stores a pageview at each time, each in a session of its own. */
async function visits(site_id: string, times: string[], more: Record<string, string> = {}) {
  const visitor_id = uuid7(Date.parse(times[0] ?? ''));
  await service.insert(
    times.map((time) => {
      const pinged_at = Date.parse(time);
      return { site_id, visitor_id, session_id: uuid7(pinged_at), pinged_at, ...more };
    }),
  );
}

async function retention(site_id: string, parameters: Record<string, string> = {}) {
  const { status, body } = await service.report('/retention', { site_id, ...parameters });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as { meta: unknown; data: unknown };
}

const cohort = (cohort: string, visitors: number, ...returned: number[]) => ({ cohort, visitors, returned });

test('weeks, from Monday: who came again, in which week; a week without new visitors is there', async () => {
  const site_id = 'weeks';
  await visits(site_id, ['2026-11-02T00:00:00Z', '2026-11-03T10:00:00Z', '2026-11-16T10:00:00Z']);
  await visits(site_id, ['2026-11-08T23:59:59.999Z', '2026-11-09T00:00:00Z']);
  await visits(site_id, ['2026-11-16T00:00:00Z']);
  // First seen before the range: in no cohort.
  await visits(site_id, ['2026-11-01T12:00:00Z', '2026-11-10T12:00:00Z']);
  expect(await retention(site_id, { start: '2026-11-02', end: '2026-11-22' })).toEqual({
    meta: {
      site_id,
      sites: [site_id],
      start: '2026-11-02T00:00:00.000Z',
      end: '2026-11-23T00:00:00.000Z',
      timezone: 'UTC',
      filters: [],
      granularity: 'week',
    },
    data: [cohort('2026-11-02', 2, 2, 1, 1), cohort('2026-11-09', 0, 0, 0), cohort('2026-11-16', 1, 1)],
  });
});

test('only what lies in the range counts, in its first and last period too', async () => {
  const site_id = 'part';
  await visits(site_id, ['2026-11-02T10:00:00Z', '2026-11-04T10:00:00Z']);
  await visits(site_id, ['2026-11-03T10:00:00Z', '2026-11-10T10:00:00Z']);
  const { data } = await retention(site_id, {
    start: '2026-11-03T00:00:00Z',
    end: '2026-11-10T10:00:00Z',
  });
  expect(data).toEqual([cohort('2026-11-02', 1, 1, 0), cohort('2026-11-09', 0, 0)]);
});

test('local days, over a change of clocks', async () => {
  const site_id = 'berlin';
  // Clocks went back on 25 October: the day has 25 hours, from 22:00 to 23:00 UTC.
  await visits(site_id, ['2026-10-24T21:59:59.999Z', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z']);
  await visits(site_id, ['2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00Z']);
  const days = { start: '2026-10-24', end: '2026-10-26', granularity: 'day' };
  expect((await retention(site_id, { ...days, timezone: 'Europe/Berlin' })).data).toEqual([
    cohort('2026-10-24', 1, 1, 1, 1),
    cohort('2026-10-25', 1, 1, 1),
    cohort('2026-10-26', 0, 0),
  ]);
  expect((await retention(site_id, days)).data).toEqual([
    cohort('2026-10-24', 1, 1, 1, 0),
    cohort('2026-10-25', 1, 1, 0),
    cohort('2026-10-26', 0, 0),
  ]);
});

test('months', async () => {
  const site_id = 'months';
  await visits(site_id, ['2026-01-31T23:30:00Z', '2026-02-28T23:30:00Z']);
  const asked = { start: '2026-01-01', end: '2026-03-31', granularity: 'month' };
  expect((await retention(site_id, asked)).data).toEqual([
    cohort('2026-01-01', 1, 1, 1, 0),
    cohort('2026-02-01', 0, 0, 0),
    cohort('2026-03-01', 0, 0),
  ]);
});

test('filters select the sessions that count as returning, not the cohort', async () => {
  const site_id = 'filtered';
  await visits(site_id, ['2026-11-02T10:00:00Z', '2026-11-09T10:00:00Z'], {
    source: 'Google',
    page_path: '/a',
  });
  await visits(site_id, ['2026-11-03T10:00:00Z', '2026-11-09T10:00:00Z'], {
    source: 'Bing',
    page_path: '/b',
  });
  const weeks = { start: '2026-11-02', end: '2026-11-15' };
  for (const filter of ['source:Google', 'page:/a', 'event!:Signup', 'exit_page:/a']) {
    const { data } = await retention(site_id, { ...weeks, filter });
    const all = filter.startsWith('event') ? 2 : 1;
    expect({ filter, data }).toEqual({
      filter,
      data: [cohort('2026-11-02', 2, all, all), cohort('2026-11-09', 0, 0)],
    });
  }
});

test('60 cohorts are shown, more are refused', async () => {
  const asked = { granularity: 'day', start: '2026-09-01' };
  const { data } = await retention('nobody', { ...asked, end: '2026-10-30' });
  expect(data).toHaveLength(60);
  const { status, body } = await service.report('/retention', { ...asked, end: '2026-10-31' });
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      error: {
        code: 'invalid_parameter',
        message:
          'granularity must be longer, or the range shorter: it has 61 periods of one day, and at most 60 are shown.',
        parameter: 'granularity',
      },
    },
  });
});

test('the 60th period counts like the first', async () => {
  const site_id = 'long';
  await visits(site_id, ['2026-09-01T00:00:00Z', '2026-10-30T23:00:00Z']);
  const { data } = await retention(site_id, { granularity: 'day', start: '2026-09-01', end: '2026-10-30' });
  expect((data as unknown[])[0]).toEqual(cohort('2026-09-01', 1, 1, ...Array<number>(58).fill(0), 1));
});

test('hours are refused', async () => {
  const { status, body } = await service.report('/retention', { granularity: 'hour' });
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { error: { message: 'granularity must be one of day, week, month.' } },
  });
});
