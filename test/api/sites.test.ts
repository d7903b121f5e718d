import { listMeta } from './meta.ts';
import { hoursAgo, seen } from './present.ts';
import { emptyDatabase, forAllTests, startQueryService, startServiceOn } from './query-service.ts';

const service = forAllTests(() => startQueryService());
beforeAll(() => service.insert(['b', 'a', 'b'].map((site_id) => seen(hoursAgo(5), { site_id }))));

test('a database without pings has no sites', async () => {
  const empty = await startServiceOn(emptyDatabase());
  const { status, body } = await empty.report('/sites');
  await empty.stop();
  expect({ status, body }).toEqual({ status: 200, body: { meta: listMeta, data: [] } });
});

test('limit=all gives every site in one answer', async () => {
  const { body } = await service.report('/sites', { limit: 'all' });
  expect(body).toMatchObject({
    meta: { limit: 1000, total: 2 },
    data: ['b', 'a'].map((site_id) => ({ site_id })),
  });
});
