import { uuid7 } from '../harness/uuid7.ts';
import { meta } from './meta.ts';
import { hoursAgo, minutesAgo, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

const engagement = (page: string, parameters: Record<string, string | string[]> = {}) =>
  service.report(`/pages/${encodeURIComponent(page)}/engagement`, parameters);

/** Ten bands with these views, and their shares. */
const bands = (views: number[], percentages: (number | null)[]) =>
  views.map((count, band) => ({
    from: 10 * band,
    to: band === 9 ? 100 : 10 * band + 9,
    views: count,
    percentage: percentages[band],
  }));

test('a page without data has zeros, and null where nothing can be divided', async () => {
  const { status, body } = await engagement('/nothing');
  expect(status).toBe(200);
  expect(body).toEqual({
    meta,
    data: {
      page_path: '/nothing',
      page_title: '',
      views: 0,
      unique_views: 0,
      word_count: null,
      avg_focus_time_ms: null,
      median_focus_time_ms: null,
      p90_focus_time_ms: null,
      avg_scroll_depth: null,
      scroll_depth_distribution: bands(Array(10).fill(0), Array(10).fill(null)),
      next_pages: [],
      exits: 0,
      exit_rate: null,
      entries: 0,
    },
  });
});

test('reports how a page was read, and which pages came next', async () => {
  const at = { site_id: 'blog' };
  const [ada, ben, cyd] = [visit(hoursAgo(50)), visit(hoursAgo(40)), visit(hoursAgo(30))];
  const page = { ...at, page_path: '/post', word_count: 800 };
  const reading = uuid7(hoursAgo(50));
  await service.insert([
    // Ada enters on the post, reads it, sees it again, goes to /about, back to the post and away.
    { ...page, ...ada, pageview_id: reading, pinged_at: hoursAgo(50), page_title: 'Draft' },
    {
      ...page,
      ...ada,
      pageview_id: reading,
      type: 'engage',
      pinged_at: hoursAgo(50) + 60_000,
      focus_time_ms: 60_000,
      scroll_depth: 100,
    },
    { ...page, ...ada, pinged_at: hoursAgo(50) + 70_000, focus_time_ms: 1001, scroll_depth: 9 },
    { ...at, ...ada, pinged_at: hoursAgo(50) + 80_000, page_path: '/about', page_title: 'About us' },
    { ...page, ...ada, pinged_at: hoursAgo(50) + 90_000, focus_time_ms: 500, scroll_depth: 10 },
    // Ben comes from the first page and goes on to /contact.
    { ...at, ...ben, pinged_at: hoursAgo(40), page_path: '/' },
    {
      ...page,
      ...ben,
      pinged_at: hoursAgo(40) + 1000,
      page_title: 'Post',
      word_count: 812,
      scroll_depth: 89,
    },
    { ...at, ...ben, pinged_at: hoursAgo(40) + 2000, page_path: '/contact' },
    // Cyd goes nowhere.
    { ...page, ...cyd, pinged_at: hoursAgo(30), focus_time_ms: 10_000, scroll_depth: 90 },
  ]);
  const { body } = await engagement('/post');
  expect(body).toEqual({
    meta,
    data: {
      page_path: '/post',
      page_title: 'Post',
      views: 5,
      unique_views: 3,
      word_count: 812,
      avg_focus_time_ms: 14_300, // (60000 + 1001 + 500 + 0 + 10000) / 5
      median_focus_time_ms: 1001,
      p90_focus_time_ms: 40_000, // six tenths of the way from 10000 to 60000
      avg_scroll_depth: 59.6,
      scroll_depth_distribution: bands([1, 1, 0, 0, 0, 0, 0, 0, 1, 2], [20, 20, 0, 0, 0, 0, 0, 0, 20, 40]),
      next_pages: [
        { page_path: '/about', page_title: 'About us', views: 2, percentage: 40 },
        { page_path: '/contact', page_title: '', views: 1, percentage: 20 },
      ],
      exits: 2,
      exit_rate: 40,
      entries: 2,
    },
  });
});

test('limit applies to the next pages, and shares are still of all views', async () => {
  const { body } = await engagement('/post', { limit: '1' });
  expect(body).toMatchObject({
    data: { views: 5, exits: 2, next_pages: [{ page_path: '/about', views: 2, percentage: 40 }] },
  });
});

test('filters select views of the page, not the next pages', async () => {
  const { body } = await engagement('/post', { filter: ['entry_page:/', 'page:/post'] });
  expect(body).toMatchObject({
    data: { views: 1, entries: 0, exits: 0, next_pages: [{ page_path: '/contact' }] },
  });
  const other = await engagement('/post', { filter: 'page:/about' });
  expect(other.body).toMatchObject({ data: { views: 0, next_pages: [] } });
});

test('pages before or after count, though they are outside the period', async () => {
  const at = { site_id: 'straddling' };
  const eve = visit(minutesAgo(70));
  await service.insert([
    { ...at, ...eve, pinged_at: minutesAgo(70), page_path: '/before' },
    { ...at, ...eve, pinged_at: minutesAgo(50), page_path: '/a' },
    { ...at, ...eve, pinged_at: minutesAgo(20), page_path: '/after' },
  ]);
  const { body } = await engagement('/a', { ...at, start: '2026-11-21T09:15Z', end: '2026-11-21T09:30Z' });
  expect(body).toMatchObject({
    data: { views: 1, entries: 0, exits: 0, next_pages: [{ page_path: '/after', views: 1 }] },
  });
});

test('ids as old or as far ahead as allowed are found', async () => {
  const at = { site_id: 'slack', session_id: uuid7(minutesAgo(30) - 86_400_000) };
  const first = minutesAgo(30) - 86_400_000 - 600_000;
  await service.insert([
    { ...at, pageview_id: uuid7(first - 86_400_000), pinged_at: first, page_path: '/first' },
    { ...at, pageview_id: uuid7(minutesAgo(30) - 86_400_000), pinged_at: minutesAgo(30), page_path: '/last' },
  ]);
  const range = { site_id: 'slack', start: '2026-11-21T09:45:00Z', end: '2026-11-21T09:45:00.001Z' };
  expect((await engagement('/last', range)).body).toMatchObject({ data: { views: 1, entries: 0, exits: 1 } });
  const earlier = { site_id: 'slack', start: '2026-11-20T09:35:00Z', end: '2026-11-20T09:35:00.001Z' };
  expect((await engagement('/first', earlier)).body).toMatchObject({
    data: { views: 1, entries: 1, exits: 0, next_pages: [{ page_path: '/last' }] },
  });
});

test('of pageviews entered at one time the one with the greater id is the later', async () => {
  const at = { site_id: 'ties', ...visit(hoursAgo(2)), pinged_at: hoursAgo(1) };
  const time = uuid7(hoursAgo(1)).slice(0, 18);
  await service.insert([
    { ...at, pageview_id: `${time}-8fff-ffffffffffff`, page_path: '/lesser' },
    { ...at, pageview_id: `${time}-9000-000000000000`, page_path: '/greater' },
  ]);
  expect((await engagement('/lesser', { site_id: 'ties' })).body).toMatchObject({
    data: { entries: 1, exits: 0, next_pages: [{ page_path: '/greater' }] },
  });
  expect((await engagement('/greater', { site_id: 'ties' })).body).toMatchObject({
    data: { entries: 0, exits: 1, next_pages: [] },
  });
});

test('an even number of views has its median between the middle two', async () => {
  const at = { site_id: 'even', page_path: '/' };
  await service.insert(
    [100, 201].map((focus_time_ms) => ({
      ...at,
      ...visit(hoursAgo(1)),
      pinged_at: hoursAgo(1),
      focus_time_ms,
    })),
  );
  expect((await engagement('/', { site_id: 'even' })).body).toMatchObject({
    data: { median_focus_time_ms: 151, p90_focus_time_ms: 191, word_count: null },
  });
});

describe('the path', () => {
  const odd = [
    '/',
    '/a/b',
    '/ü/日本😀',
    '/a b',
    '/%2F',
    '/100%',
    '/a?b#c',
    "/it's",
    '/{page_path:String}',
    '/"\\',
  ];

  beforeAll(() =>
    service.insert(
      odd.map((page_path) => ({ site_id: 'odd', ...visit(hoursAgo(1)), pinged_at: hoursAgo(1), page_path })),
    ),
  );

  test.each(odd)('%s is one segment', async (path) => {
    const { body } = await engagement(path, { site_id: 'odd' });
    expect(body).toMatchObject({ data: { page_path: path, views: 1 } });
  });

  test.each([
    ['%2Fa%2Fb%2F', '/a/b'],
    ['%2Fa%2Fb%2F%2F', '/a/b'],
    ['a%2Fb', '/a/b'],
    ['%2F%2F', '/'],
    ['%2f%61%2fb', '/a/b'],
    ['%252F', '/%2F'],
  ])('%s is %s', async (segment, path) => {
    const { body } = await service.report(`/pages/${segment}/engagement`, { site_id: 'odd' });
    expect(body).toMatchObject({ data: { page_path: path, views: 1 } });
  });

  test.each(['%', '%2', '%zz', '%E0%A4%A', '%ff'])('%s is malformed', async (segment) => {
    const { status, body } = await service.report(`/pages/${segment}/engagement`);
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'invalid_parameter' } });
  });

  test.each(['/pages/a/b/engagement', '/pages//engagement', '/pages/%2Fa'])(
    'there is nothing at %s',
    async (path) => {
      expect((await service.report(path)).status).toBe(404);
    },
  );

  test('it is not a query parameter', async () => {
    const { status, body } = await engagement('/', { encoded_page_path: '/a' });
    expect(status).toBe(400);
    expect(body).toMatchObject({ error: { code: 'unknown_parameter', parameter: 'encoded_page_path' } });
  });
});

test('views, unique views and means equal those of /pages', async () => {
  const pages = await service.report('/pages');
  const { data } = pages.body as { data: { page_path: string }[] };
  expect(data).toHaveLength(4);
  for (const page of data) expect((await engagement(page.page_path)).body).toMatchObject({ data: page });
});
