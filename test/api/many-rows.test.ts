import { settleDays } from '../settle/settle-days.ts';
import { hoursAgo } from './present.ts';
import { forAllTests, startQueryService, startServiceOn } from './query-service.ts';

/** Questions with as many rows as there are visits. */
const visits = 200_000;
const service = forAllTests(startQueryService);

beforeAll(() =>
  service.database.client.command({
    query: `insert into pings
        (site_id, pinged_at, received_at, visitor_id, session_id, pageview_id, ping_id, page_path, city, screen)
      select 'blog', fromUnixTimestamp64Milli(${hoursAgo(30)} + number * 10, 'UTC') as at, at,
        dateTimeToUUIDv7(toDateTime(at, 'UTC')) as id, id, id, id,
        concat('/', toString(number)), concat('City ', toString(number % 5000)), toString(number % 6)
      from numbers(${visits})`,
  }),
);

const question = { period: '2d', dimensions: 'page,city,screen', metrics: 'pageviews', limit: '2' };

test('rows of three dimensions are a part of all, with their number', async () => {
  const { status, body } = await service.report('/query', question);
  const first = ['0', '1'].map((one) => ({ page: `/${one}`, city: `City ${one}`, screen: one }));
  expect([status, body]).toMatchObject([200, { meta: { total: visits }, data: first }]);
});

test('a question beyond the limit of memory is 503, and the next one is answered', async () => {
  const limited = await startServiceOn(service.database.reader, { QUERY_MAX_MEMORY_MB: '40' });
  const { status, body } = await limited.report('/query', question);
  const message = 'The report needs more memory than is available. Try a shorter period.';
  expect([status, body]).toEqual([503, { error: { code: 'unavailable', message } }]);
  expect(await limited.data('/query', { ...question, period: '2h' })).toEqual([]);
  // Pages are grouped by session until their day is settled.
  const pages = () => limited.download('pages', { period: '2d' });
  expect(await pages()).toMatchObject({ status: 503 });
  const day = new Date(hoursAgo(30)).toISOString().slice(0, 10);
  await settleDays(service.database.client, [day], { lagMs: 0 }, ['settled_pageviews', 'settled_sessions']);
  expect((await pages()).text.split('\n')).toHaveLength(visits + 2);
  await limited.stop();
});
