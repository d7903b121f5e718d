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
  ['nothing', {}, 'dimension is missing; it must be one of entry_page, source, '],
  [
    'a dimension that is not of sessions',
    { dimension: 'page' },
    'dimension must be one of entry_page, source, ',
  ],
  [
    'a column that is not a dimension',
    { dimension: 'visitor_id' },
    'dimension must be one of entry_page, source, ',
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
