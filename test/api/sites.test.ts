import { listMeta } from './meta.ts';
import { hoursAgo, minutesAgo, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

test('every site is listed, sorted by its pageviews in the period, then by id', async () => {
  const open = { ...visit(hoursAgo(2)), pageview_id: visit(hoursAgo(2)).session_id };
  await service.insert([
    { site_id: 'b', ...visit(hoursAgo(5)), pinged_at: hoursAgo(5) },
    { site_id: 'a', ...visit(hoursAgo(4)), pinged_at: hoursAgo(4) },
    { site_id: 'c', ...open, pinged_at: hoursAgo(2) },
    { site_id: 'c', ...open, pinged_at: minutesAgo(7), type: 'engage' },
    { site_id: 'c', ...visit(hoursAgo(3)), pinged_at: hoursAgo(3) },
    { site_id: 'asleep', ...visit(hoursAgo(24 * 40)), pinged_at: hoursAgo(24 * 40) },
  ]);
  const { body } = await service.report('/sites');
  expect(body).toEqual({
    meta: { ...listMeta, total: 4 },
    data: [
      { site_id: 'c', pageviews: 2, last_ping_at: '2026-11-21T10:08:00.000Z' },
      { site_id: 'a', pageviews: 1, last_ping_at: '2026-11-21T06:15:00.000Z' },
      { site_id: 'b', pageviews: 1, last_ping_at: '2026-11-21T05:15:00.000Z' },
      { site_id: 'asleep', pageviews: 0, last_ping_at: '2026-10-12T10:15:00.000Z' },
    ],
  });
});

test('limit and offset select a part; site_id and filter have no effect', async () => {
  const parameters = { site_id: 'a', filter: 'page:/nothing', limit: '1', offset: '3' };
  const { body } = await service.report('/sites', parameters);
  expect(body).toEqual({
    meta: { ...listMeta, site_id: 'a', filters: ['page:/nothing'], limit: 1, offset: 3, total: 4 },
    data: [{ site_id: 'asleep', pageviews: 0, last_ping_at: '2026-10-12T10:15:00.000Z' }],
  });
});
