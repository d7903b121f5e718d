import { listMeta } from './meta.ts';
import { hoursAgo, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

test('sources are sorted by visits, then source and medium, each with its visitors and bounce rate', async () => {
  const at = { site_id: 'shop' };
  const google = { ...at, source: 'Google', medium: 'organic' };
  const [ada, adaAgain] = [visit(hoursAgo(50)), visit(hoursAgo(40))];
  const { visitor_id } = ada;
  await service.insert([
    { ...google, ...ada, pinged_at: hoursAgo(50) },
    // After a link within the site, the site itself is the source of the ping, but not of the session.
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
    meta: { ...listMeta, site_id: 'shop', sites: ['shop'], total: 4 },
    data: [
      { source: 'Google', medium: 'organic', visits: 3, unique_visitors: 2, bounce_rate: 66.67 },
      { source: '', medium: '', visits: 1, unique_visitors: 1, bounce_rate: 100 },
      { source: 'Google', medium: 'paid', visits: 1, unique_visitors: 1, bounce_rate: 100 },
      { source: 'Ärzte', medium: 'referral', visits: 1, unique_visitors: 1, bounce_rate: 100 },
    ],
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
