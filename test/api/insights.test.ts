import { hoursAgo, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

const meta = {
  site_id: 'blog',
  start: '2026-11-14T10:15:00.000Z',
  end: '2026-11-21T10:15:00.000Z',
  timezone: 'UTC',
  filters: [],
};

test('a site without data grew by nothing that can be told', async () => {
  const { status, body } = await service.report('/insights');
  expect(status).toBe(200);
  expect(body).toEqual({
    meta,
    data: {
      pageviews: { current: 0, previous: 0, change: 0, growth_rate: null },
      unique_visitors: { current: 0, previous: 0, change: 0, growth_rate: null },
      sessions: { current: 0, previous: 0, change: 0, growth_rate: null },
      bounce_rate: { current: null, previous: null, change: null, growth_rate: null },
      avg_session_duration_seconds: { current: null, previous: null, change: null, growth_rate: null },
    },
  });
});

test('sets the period beside the one before, of the same length', async () => {
  const at = { site_id: 'growing' };
  const [ada, ben] = [visit(hoursAgo(47)), visit(hoursAgo(30))];
  const [cyd, dan, eve] = [visit(hoursAgo(20)), visit(hoursAgo(10)), visit(hoursAgo(5))];
  await service.insert([
    // Too early for both.
    { ...at, ...visit(hoursAgo(49)), pinged_at: hoursAgo(49) },
    // Before: three pageviews of two visitors in two sessions, one of which bounced; 90 s and 0 s.
    { ...at, ...ada, pinged_at: hoursAgo(47) },
    { ...at, ...ada, pinged_at: hoursAgo(47) + 90_000 },
    { ...at, ...ben, pinged_at: hoursAgo(30) },
    // Now: four pageviews of three visitors in three sessions, two of which bounced; 10 s, 0 s and 0 s.
    { ...at, ...cyd, pinged_at: hoursAgo(20) },
    { ...at, ...cyd, pinged_at: hoursAgo(20) + 10_000 },
    { ...at, ...dan, pinged_at: hoursAgo(10) },
    { ...at, ...eve, pinged_at: hoursAgo(5) },
  ]);
  const { body } = await service.report('/insights', { ...at, period: '1d' });
  expect(body).toEqual({
    meta: { ...meta, site_id: 'growing', start: '2026-11-20T10:15:00.000Z' },
    data: {
      pageviews: { current: 4, previous: 3, change: 1, growth_rate: 33.33 },
      unique_visitors: { current: 3, previous: 2, change: 1, growth_rate: 50 },
      sessions: { current: 3, previous: 2, change: 1, growth_rate: 50 },
      bounce_rate: { current: 66.67, previous: 50, change: 16.67, growth_rate: 33.33 },
      avg_session_duration_seconds: { current: 3.33, previous: 45, change: -41.67, growth_rate: -92.59 },
    },
  });
});

test('from nothing there is a change, and no rate', async () => {
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

test('the numbers are those of the overview, for any range, with filters too', async () => {
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

test('a range to the ends of time has one before it', async () => {
  const { status } = await service.report('/insights', { start: '1970-01-01', end: '2199-12-31' });
  expect(status).toBe(200);
});
