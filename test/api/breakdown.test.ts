import { uuid7 } from '../harness/uuid7.ts';
import { listMeta } from './meta.ts';
import { hoursAgo, type QueryService, startQueryService, visit } from './query-service.ts';
import { threeSessions } from './three-sessions.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
  await service.insert(threeSessions);
});
afterAll(() => service.stop());

/** A value with its visits and visitors. */
const entry = (value: string, visits: number, unique_visitors: number, bounce_rate: number) => ({
  value,
  visits,
  unique_visitors,
  bounce_rate,
});

test.each([
  ['medium', [entry('', 1, 1, 0), entry('ai', 1, 1, 100), entry('organic', 1, 1, 0)]],
  ['utm_campaign', [entry('', 2, 2, 50), entry('Spring Sale', 1, 1, 0)]],
  ['entry_page', [entry('/a', 1, 1, 0), entry('/b', 1, 1, 0), entry('/c', 1, 1, 100)]],
  ['exit_page', [entry('/c', 2, 2, 50), entry('/b', 1, 1, 0)]],
  ['entry_referrer', [entry('', 2, 2, 50), entry('https://google.example/', 1, 1, 0)]],
  ['city', [entry('', 1, 1, 0), entry('Amsterdam', 1, 1, 0), entry('ÅRHUS', 1, 1, 100)]],
  ['hostname', [entry('example.org', 2, 2, 50), entry('www.example.org', 1, 1, 0)]],
  ['language', [entry('', 2, 2, 50), entry('nl-NL', 1, 1, 0)]],
  ['screen', [entry('', 2, 2, 50), entry('xl', 1, 1, 0)]],
  ['browser_version', [entry('', 2, 2, 50), entry('144.0', 1, 1, 0)]],
])('sessions by %s, including unknown values', async (dimension, data) => {
  const { status, body } = await service.report('/breakdown', { dimension });
  expect(status).toBe(200);
  expect(body).toEqual({ meta: { ...listMeta, total: data.length }, data });
});

test.each([
  ['exit_page', '/c'],
  ['exit_page', '/b'],
  ['entry_referrer', 'https://google.example/'],
  ['entry_referrer', ''],
])('a filter on %s selects the sessions of its row %s', async (dimension, value) => {
  const { body } = await service.report('/breakdown', { dimension });
  const row = Object(body).data.find((row: { value: string }) => row.value === value);
  const { body: overview } = await service.report('/overview', { filter: `${dimension}:${value}` });
  expect(Object(overview).data.sessions).toBe(row.visits);
});

test('the exit page is that of the last pageview, on any day; of one millisecond the greatest id counts', async () => {
  const at = { site_id: 'exits', ...visit(hoursAgo(30)) };
  const earlier = uuid7(hoursAgo(30));
  const time = uuid7(hoursAgo(8)).slice(0, 18);
  const [lesser, greater] = [`${time}-8fff-ffffffffffff`, `${time}-9000-000000000000`];
  await service.insert([
    { ...at, pageview_id: earlier, pinged_at: hoursAgo(30), page_path: '/first' },
    { ...at, pageview_id: greater, pinged_at: hoursAgo(8), page_path: '/greater' },
    { ...at, pageview_id: lesser, pinged_at: hoursAgo(8), page_path: '/lesser' },
    // A ping of an earlier page comes last: the visitor went back to its tab.
    { ...at, pageview_id: earlier, pinged_at: hoursAgo(7), page_path: '/first' },
  ]);
  const { body } = await service.report('/breakdown', {
    site_id: 'exits',
    dimension: 'exit_page',
    start: new Date(hoursAgo(31)).toISOString(),
    end: new Date(hoursAgo(29)).toISOString(),
    goal: 'page:/first',
  });
  const goal = {
    goal: 'page:/first',
    conversions: 1,
    converting_visitors: 1,
    conversion_rate: 100,
    revenue: [],
  };
  expect(Object(body).data).toEqual([{ ...entry('/greater', 1, 1, 0), goals: [goal] }]);
});

test('sorted by visits, then by value', async () => {
  const at = { site_id: 'shop' };
  await service.insert([
    { ...at, ...visit(hoursAgo(5)), pinged_at: hoursAgo(5), utm_source: 'b' },
    { ...at, ...visit(hoursAgo(4)), pinged_at: hoursAgo(4), utm_source: 'a' },
    { ...at, ...visit(hoursAgo(3)), pinged_at: hoursAgo(3), utm_source: 'c' },
    { ...at, ...visit(hoursAgo(2)), pinged_at: hoursAgo(2), utm_source: 'c' },
    { ...at, ...visit(hoursAgo(24 * 8)), pinged_at: hoursAgo(24 * 8), utm_source: 'long ago' },
  ]);
  const { body } = await service.report('/breakdown', { ...at, dimension: 'utm_source' });
  expect(body).toEqual({
    meta: { ...listMeta, site_id: 'shop', sites: ['shop'], total: 3 },
    data: [entry('c', 2, 2, 100), entry('a', 1, 1, 100), entry('b', 1, 1, 100)],
  });
});

test.each([
  ['nothing', {}, 'dimension is missing; it must be one of entry_page, entry_referrer, source, '],
  [
    'a dimension that is not of sessions',
    { dimension: 'page' },
    'dimension must be one of entry_page, entry_referrer, source, ',
  ],
  [
    'a column that is not a dimension',
    { dimension: 'visitor_id' },
    'dimension must be one of entry_page, entry_referrer, source, ',
  ],
])('%s is refused', async (_, parameters, message) => {
  const { status, body } = await service.report('/breakdown', parameters);
  expect({ status, body }).toEqual({
    status: 400,
    body: {
      error: { code: 'invalid_parameter', message: expect.stringContaining(message), parameter: 'dimension' },
    },
  });
});
