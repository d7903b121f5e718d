import { meta } from './meta.ts';
import { hoursAgo, type QueryService, startQueryService, now as usual, visit } from './query-service.ts';

let service: QueryService;
let now = usual;

beforeAll(async () => {
  service = await startQueryService({}, () => now);
});
afterEach(() => {
  now = usual;
});
afterAll(() => service.stop());

const own = { ...meta, compare: { start: '2026-11-07T10:15:00.000Z', end: '2026-11-14T10:15:00.000Z' } };

/** Metrics without a value, on both sides or on one. */
const none = { current: null, previous: null, change: null, growth_rate: null };
const zero = { current: 0, previous: 0, change: 0, growth_rate: null };

test('a site without data has no growth', async () => {
  const { status, body } = await service.report('/insights');
  expect(status).toBe(200);
  expect(body).toEqual({
    meta: own,
    data: {
      pageviews: zero,
      unique_visitors: zero,
      sessions: zero,
      bounce_rate: none,
      avg_session_duration_seconds: none,
      views_per_session: none,
      returning_visitor_percentage: none,
    },
  });
});

test('compares the period with the one before, of the same length', async () => {
  const at = { site_id: 'growing' };
  const [ada, ben] = [visit(hoursAgo(47)), visit(hoursAgo(30))];
  const [cyd, dan, eve] = [
    visit(hoursAgo(20)),
    visit(hoursAgo(10)),
    { ...visit(hoursAgo(5)), visitor_id: ben.visitor_id },
  ];
  await service.insert([
    // Before both periods.
    { ...at, ...visit(hoursAgo(49)), pinged_at: hoursAgo(49) },
    // The period before: three pageviews of two visitors in two sessions, one of which bounced; 90 s and 0 s.
    { ...at, ...ada, pinged_at: hoursAgo(47) },
    { ...at, ...ada, pinged_at: hoursAgo(47) + 90_000 },
    { ...at, ...ben, pinged_at: hoursAgo(30) },
    // The period: four pageviews of three visitors, one of them returning, in three sessions, two of which bounced; 10 s,
    // 0 s and 0 s.
    { ...at, ...cyd, pinged_at: hoursAgo(20) },
    { ...at, ...cyd, pinged_at: hoursAgo(20) + 10_000 },
    { ...at, ...dan, pinged_at: hoursAgo(10) },
    { ...at, ...eve, pinged_at: hoursAgo(5) },
  ]);
  const { body } = await service.report('/insights', { ...at, period: '1d' });
  expect(body).toEqual({
    meta: {
      ...own,
      site_id: 'growing',
      sites: ['growing'],
      start: '2026-11-20T10:15:00.000Z',
      compare: { start: '2026-11-19T10:15:00.000Z', end: '2026-11-20T10:15:00.000Z' },
    },
    data: {
      pageviews: { current: 4, previous: 3, change: 1, growth_rate: 33.33 },
      unique_visitors: { current: 3, previous: 2, change: 1, growth_rate: 50 },
      sessions: { current: 3, previous: 2, change: 1, growth_rate: 50 },
      bounce_rate: { current: 66.67, previous: 50, change: 16.67, growth_rate: 33.33 },
      avg_session_duration_seconds: { current: 3.33, previous: 45, change: -41.67, growth_rate: -92.59 },
      views_per_session: { current: 1.33, previous: 1.5, change: -0.17, growth_rate: -11.11 },
      returning_visitor_percentage: { current: 33.33, previous: 0, change: 33.33, growth_rate: null },
    },
  });
});

test('a rise from 0 has a change, but no growth rate', async () => {
  const at = { site_id: 'new' };
  await service.insert([{ ...at, ...visit(hoursAgo(1)), pinged_at: hoursAgo(1) }]);
  const { body } = await service.report('/insights', at);
  expect(body).toMatchObject({
    data: {
      pageviews: { current: 1, previous: 0, change: 1, growth_rate: null },
      bounce_rate: { current: 100, previous: null, change: null, growth_rate: null },
      avg_session_duration_seconds: { current: 0, previous: null, change: null, growth_rate: null },
    },
  });
  const later = await service.report('/insights', {
    ...at,
    start: '2026-11-21T09:30:00Z',
    end: '2026-11-21T10:30Z',
  });
  expect(later.body).toMatchObject({
    data: {
      pageviews: { current: 0, previous: 1, change: -1, growth_rate: -100 },
      bounce_rate: { current: null, previous: 100, change: null, growth_rate: null },
    },
  });
});

test('the numbers equal those of the overview, for any range, with filters too', async () => {
  for (const parameters of [{}, { filter: 'page:/' }, { period: '36h' }, { filter: 'visitor_type:new' }]) {
    const asked = { site_id: 'growing', ...parameters };
    const insights = await service.report('/insights', asked);
    const overview = await service.report('/overview', asked);
    const { data } = overview.body as { data: Record<string, number> };
    expect(insights.body).toMatchObject({
      data: {
        pageviews: { current: data['pageviews'] },
        unique_visitors: { current: data['unique_visitors'] },
        sessions: { current: data['sessions'] },
        bounce_rate: { current: data['bounce_rate'] },
        avg_session_duration_seconds: { current: data['avg_session_duration_seconds'] },
        views_per_session: { current: data['views_per_session'] },
        returning_visitor_percentage: { current: data['returning_visitor_percentage'] },
      },
    });
  }
});

test('filters narrow both periods', async () => {
  const { body } = await service.report('/insights', {
    site_id: 'growing',
    period: '1d',
    filter: 'source!:Direct',
  });
  expect(body).toMatchObject({ data: { pageviews: { current: 0, previous: 0, change: 0 } } });
});

test('a range to the ends of time has an earlier one', async () => {
  const { status, body } = await service.report('/insights', { start: '1970-01-01', end: '2199-12-31' });
  expect(status).toBe(200);
  expect(body).toMatchObject({
    meta: { compare: { start: '1740-01-01T00:00:00.000Z', end: '1970-01-01T00:00:00.000Z' } },
    data: { pageviews: { previous: 0 } },
  });
});

describe('the compared range', () => {
  const at = { site_id: 'hourly' };
  /** One view per visitor, at local times of Berlin. */
  const views = [
    '2024-02-28T12:00:00+01:00',
    '2026-10-24T09:00:00+02:00',
    '2026-10-24T15:00:00+02:00',
    '2026-10-25T09:00:00+01:00',
    '2026-11-19T10:00:00+01:00',
    '2026-11-20T00:00:00+01:00',
    '2026-11-20T14:46:59.999+01:00',
    '2026-11-20T14:47:00+01:00',
    '2026-11-20T23:00:00+01:00',
    '2026-11-21T08:00:00+01:00',
    '2026-11-21T09:00:00+01:00',
    '2026-11-21T14:00:00+01:00',
  ];

  beforeAll(() =>
    service.insert(views.map(Date.parse).map((time) => ({ ...at, ...visit(time), pinged_at: time }))),
  );

  const body = (
    asked: { start: string; end: string },
    compare: { start: string; end: string } | null,
    numbers: object,
    rates: object = { current: 100, previous: 100, change: 0, growth_rate: 0 },
  ) => ({
    meta: { site_id: 'hourly', sites: ['hourly'], ...asked, timezone: 'Europe/Berlin', filters: [], compare },
    data: {
      pageviews: numbers,
      unique_visitors: numbers,
      sessions: numbers,
      bounce_rate: rates,
      ...inProportion(rates),
    },
  });

  /** Each visit has one view, takes no time, and is the first of its visitor. */
  const inProportion = (rates: object) => {
    const scaled = (by: number) =>
      Object.fromEntries(
        Object.entries(rates).map(([name, value]) => [name, typeof value === 'number' ? value * by : value]),
      );
    return {
      avg_session_duration_seconds: { ...scaled(0), growth_rate: null },
      views_per_session: { ...scaled(0.01), growth_rate: scaled(1)['growth_rate'] },
      returning_visitor_percentage: { ...scaled(0), growth_rate: null },
    };
  };
  const withoutBefore = { current: 100, previous: null, change: null, growth_rate: null };
  const asked = async (parameters: Record<string, string>) => {
    const answer = await service.report('/insights', { ...at, timezone: 'Europe/Berlin', ...parameters });
    expect(answer.status).toBe(200);
    return answer.body;
  };

  test('today at 14:47 with yesterday up to 14:47', async () => {
    now = Date.parse('2026-11-21T14:47:00+01:00');
    expect(await asked({ period: 'today' })).toEqual(
      body(
        { start: '2026-11-20T23:00:00.000Z', end: '2026-11-21T13:47:00.000Z' },
        { start: '2026-11-19T23:00:00.000Z', end: '2026-11-20T13:47:00.000Z' },
        { current: 3, previous: 2, change: 1, growth_rate: 50 },
      ),
    );
  });

  test('a month on its 31st with a shorter month up to its last day', async () => {
    now = Date.parse('2026-03-31T10:00:00+02:00');
    expect(await asked({ period: 'month' })).toMatchObject({
      meta: {
        start: '2026-02-28T23:00:00.000Z',
        end: '2026-03-31T08:00:00.000Z',
        compare: { start: '2026-01-31T23:00:00.000Z', end: '2026-02-28T09:00:00.000Z' },
      },
    });
  });

  test('a year so far with the one before up to the same date', async () => {
    expect(await asked({ period: 'year' })).toMatchObject({
      meta: {
        start: '2025-12-31T23:00:00.000Z',
        compare: { start: '2024-12-31T23:00:00.000Z', end: '2025-11-21T10:15:00.000Z' },
      },
    });
  });

  test('yesterday with the day before it', async () => {
    expect(await asked({ period: 'yesterday' })).toEqual(
      body(
        { start: '2026-11-19T23:00:00.000Z', end: '2026-11-20T23:00:00.000Z' },
        { start: '2026-11-18T23:00:00.000Z', end: '2026-11-19T23:00:00.000Z' },
        { current: 4, previous: 1, change: 3, growth_rate: 300 },
      ),
    );
  });

  test('all with nothing', async () => {
    expect(await asked({ period: 'all' })).toEqual(
      body(
        { start: '2016-11-21T10:15:00.000Z', end: '2026-11-21T10:15:00.000Z' },
        null,
        { current: 11, previous: null, change: null, growth_rate: null },
        withoutBefore,
      ),
    );
  });

  test('a day of 25 hours with one of 24, up to the same local time', async () => {
    now = Date.parse('2026-10-25T14:00:00+01:00');
    expect(await asked({ period: 'today' })).toEqual(
      body(
        { start: '2026-10-24T22:00:00.000Z', end: '2026-10-25T13:00:00.000Z' },
        { start: '2026-10-23T22:00:00.000Z', end: '2026-10-24T12:00:00.000Z' },
        { current: 1, previous: 1, change: 0, growth_rate: 0 },
      ),
    );
  });

  test('a whole named date with the one before it', async () => {
    expect(await asked({ period: 'today', end: '2026-11-20' })).toEqual(
      body(
        { start: '2026-11-19T23:00:00.000Z', end: '2026-11-20T23:00:00.000Z' },
        { start: '2026-11-18T23:00:00.000Z', end: '2026-11-19T23:00:00.000Z' },
        { current: 4, previous: 1, change: 3, growth_rate: 300 },
      ),
    );
  });

  test('compare=year: the same dates a year earlier, the 28th for 29 February', async () => {
    expect(await asked({ start: '2025-02-28', end: '2025-02-28', compare: 'year' })).toMatchObject({
      meta: { compare: { start: '2024-02-27T23:00:00.000Z', end: '2024-02-28T23:00:00.000Z' } },
      data: { pageviews: { current: 0, previous: 1, change: -1, growth_rate: -100 } },
    });
    expect(await asked({ start: '2024-02-29', end: '2024-02-29', compare: 'year' })).toMatchObject({
      meta: { compare: { start: '2023-02-27T23:00:00.000Z', end: '2023-02-28T23:00:00.000Z' } },
    });
  });

  test.each([
    ['2026-10-24/2026-10-25', '2026-10-23T22:00:00.000Z', '2026-10-25T23:00:00.000Z', 3],
    ['2026-10-24/2026-10-24', '2026-10-23T22:00:00.000Z', '2026-10-24T22:00:00.000Z', 2],
    ['2026-10-24T09:00+02:00/2026-10-24T13:00Z', '2026-10-24T07:00:00.000Z', '2026-10-24T13:00:00.000Z', 1],
  ])('compare=%s', async (compare, start, end, previous) => {
    for (const period of ['yesterday', 'all']) {
      expect(await asked({ period, compare })).toMatchObject({
        meta: { compare: { start, end } },
        data: { pageviews: { previous } },
      });
    }
  });

  test('the series of the compared range is requested by its start and end', async () => {
    now = Date.parse('2026-11-21T14:47:00+01:00');
    const { meta } = (await asked({ period: 'today' })) as { meta: { compare: Record<string, string> } };
    const series = await service.report('/pageviews-over-time', {
      ...at,
      ...meta.compare,
      timezone: 'Europe/Berlin',
      granularity: 'hour',
    });
    const { data } = series.body as { data: { bucket: string; pageviews: number }[] };
    expect(data.map(({ bucket }) => bucket)).toEqual(
      Array.from({ length: 15 }, (_, hour) => `2026-11-20T${String(hour).padStart(2, '0')}:00:00+01:00`),
    );
    expect(data.map(({ pageviews }) => pageviews)).toEqual([1, ...Array(13).fill(0), 1]);
  });

  test.each([
    '',
    'Year',
    'last',
    'previous,year',
    '2026-10-01',
    '/',
    '2026-10-01/',
    '/2026-10-01',
    '2026-10-01/2026-10-02/2026-10-03',
    '2026-10-01/2026-09-30',
    '2026-10-01T10:00Z/2026-10-01T10:00Z',
    '2026-13-01/2026-13-02',
    '1969-12-31/1970-01-02',
    '2026-10-01/2200-01-01',
    'toString',
  ])('compare=%s is refused', async (compare) => {
    const answer = await service.report('/insights', { ...at, compare });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      error: {
        code: 'invalid_parameter',
        message:
          'compare must be previous, year, or <start>/<end> (2026-10-01/2026-10-31), both as start and end accept them, the end later than the start.',
        parameter: 'compare',
      },
    });
  });

  test('only /insights accepts compare', async () => {
    const answer = await service.report('/overview', { compare: 'year' });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ error: { code: 'unknown_parameter', parameter: 'compare' } });
  });
});
