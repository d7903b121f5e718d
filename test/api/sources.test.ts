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
  limit: 20,
  offset: 0,
  total: 0,
};

test('a site without data has no sources', async () => {
  const { status, body } = await service.report('/sources');
  expect(status).toBe(200);
  expect(body).toEqual({ meta, data: [] });
});

test('sources come by visits, then source and medium, each with its visitors and bounces', async () => {
  const at = { site_id: 'shop' };
  const google = { ...at, source: 'Google', medium: 'organic' };
  const [ada, adaAgain] = [visit(hoursAgo(50)), visit(hoursAgo(40))];
  const { visitor_id } = ada;
  await service.insert([
    { ...google, ...ada, pinged_at: hoursAgo(50) },
    // Within the site its own pages are the source, which is not the session's.
    { ...at, ...ada, pinged_at: hoursAgo(49), source: 'Direct', medium: 'none' },
    { ...google, ...adaAgain, visitor_id, pinged_at: hoursAgo(40) },
    { ...google, ...visit(hoursAgo(30)), pinged_at: hoursAgo(30) },
    { ...at, ...visit(hoursAgo(20)), pinged_at: hoursAgo(20), source: 'Google', medium: 'paid' },
    { ...at, ...visit(hoursAgo(20)), pinged_at: hoursAgo(20), source: '', medium: '' },
    { ...at, ...visit(hoursAgo(20)), pinged_at: hoursAgo(20), source: 'Ärzte', medium: 'referral' },
    { ...at, ...visit(hoursAgo(24 * 8)), pinged_at: hoursAgo(24 * 8), source: 'Bing', medium: 'organic' },
  ]);
  const { body } = await service.report('/sources', at);
  expect(body).toEqual({
    meta: { ...meta, site_id: 'shop', total: 4 },
    data: [
      { source: 'Google', medium: 'organic', visits: 3, unique_visitors: 2, bounce_rate: 66.67 },
      { source: '', medium: '', visits: 1, unique_visitors: 1, bounce_rate: 100 },
      { source: 'Google', medium: 'paid', visits: 1, unique_visitors: 1, bounce_rate: 100 },
      { source: 'Ärzte', medium: 'referral', visits: 1, unique_visitors: 1, bounce_rate: 100 },
    ],
  });
});

test('limit and offset take a part of the list', async () => {
  const { body } = await service.report('/sources', { site_id: 'shop', limit: '1', offset: '2' });
  expect(body).toEqual({
    meta: { ...meta, site_id: 'shop', limit: 1, offset: 2, total: 4 },
    data: [{ source: 'Google', medium: 'paid', visits: 1, unique_visitors: 1, bounce_rate: 100 }],
  });
});

test('visits add up to the sessions of the overview', async () => {
  const sources = await service.report('/sources', { site_id: 'shop' });
  const { data } = sources.body as { data: { visits: number }[] };
  const overview = await service.report('/overview', { site_id: 'shop' });
  expect(overview.body).toMatchObject({
    data: { sessions: data.reduce((sum, { visits }) => sum + visits, 0) },
  });
});
