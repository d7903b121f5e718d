import { uuid7 } from '../harness/uuid7.ts';
import { meta } from './meta.ts';
import { hoursAgo, minutesAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const engagement = (page: string, parameters: Record<string, string | string[]> = {}) =>
  service.data(`/pages/${encodeURIComponent(page)}/engagement`, parameters);

/** Ten bands with these views, and their shares. */
const bands = (views: number[], percentages: (number | null)[]) =>
  views.map((count, band) => ({
    from: 10 * band,
    to: band === 9 ? 100 : 10 * band + 9,
    views: count,
    percentage: percentages[band],
  }));

test('a page without data has zeros, and null where nothing can be divided', async () => {
  const { status, body } = await service.report('/pages/%2Fnothing/engagement');
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

describe('of a page that was read', () => {
  beforeAll(async () => {
    const [ada, ben] = [visit(hoursAgo(50)), visit(hoursAgo(40))];
    const post = { page_path: '/post', word_count: 800 };
    const ofAda = { ...post, ...ada };
    const pageview_id = uuid7(hoursAgo(50));
    const [hour50, hour40] = [hoursAgo(50), hoursAgo(40)];
    await service.insert([
      // Ada enters on the post, reads it, sees it again, goes to /about, back to the post and away.
      ping(hour50, ofAda, { pageview_id, page_title: 'Draft' }),
      ping(hour50 + 60_000, ofAda, { pageview_id, type: 'engage', focus_time_ms: 60_000, scroll_depth: 100 }),
      ping(hour50 + 70_000, ofAda, { focus_time_ms: 1001, scroll_depth: 9 }),
      ping(hour50 + 80_000, ada, { page_path: '/about', page_title: 'About us' }),
      ping(hour50 + 90_000, ofAda, { focus_time_ms: 500, scroll_depth: 10 }),
      // Ben comes from the first page and goes on to /contact.
      ping(hour40, ben, { page_path: '/' }),
      ping(hour40 + 1000, { ...post, ...ben }, { page_title: 'Post', word_count: 812, scroll_depth: 89 }),
      ping(hour40 + 2000, ben, { page_path: '/contact' }),
      // Somebody goes nowhere.
      seen(hoursAgo(30), { ...post, focus_time_ms: 10_000, scroll_depth: 90 }),
    ]);
  });

  test('reports how it was read, and which pages came next', async () => {
    const { body } = await service.report('/pages/%2Fpost/engagement');
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
    expect(await engagement('/post', { limit: '1' })).toMatchObject({
      views: 5,
      exits: 2,
      next_pages: [{ page_path: '/about', views: 2, percentage: 40 }],
    });
  });

  test('filters select views of the page, not the next pages', async () => {
    expect(await engagement('/post', { filter: ['entry_page:/', 'page:/post'] })).toMatchObject({
      views: 1,
      entries: 0,
      exits: 0,
      next_pages: [{ page_path: '/contact' }],
    });
    expect(await engagement('/post', { filter: 'page:/about' })).toMatchObject({ views: 0, next_pages: [] });
  });
});

test('pages before or after count, though they are outside the period', async () => {
  const eve = { site_id: 'straddling', ...visit(minutesAgo(70)) };
  await service.insert([
    ping(minutesAgo(70), eve, { page_path: '/before' }),
    ping(minutesAgo(50), eve, { page_path: '/a' }),
    ping(minutesAgo(20), eve, { page_path: '/after' }),
  ]);
  const range = { start: '2026-11-21T09:15Z', end: '2026-11-21T09:30Z' };
  expect(await engagement('/a', { site_id: 'straddling', ...range })).toMatchObject({
    views: 1,
    entries: 0,
    exits: 0,
    next_pages: [{ page_path: '/after', views: 1 }],
  });
});

test('an even number of views has its median between the middle two', async () => {
  await service.insert(
    [100, 201].map((focus_time_ms) => seen(hoursAgo(1), { site_id: 'even', page_path: '/', focus_time_ms })),
  );
  expect(await engagement('/', { site_id: 'even' })).toMatchObject({
    median_focus_time_ms: 151,
    p90_focus_time_ms: 191,
    word_count: null,
  });
});

describe('the path', () => {
  const at = { site_id: 'odd' };
  const odd = [
    ...['/', '/a/b', '/ü/日本😀', '/a b', '/%2F', '/100%', '/a?b#c', "/it's"],
    ...['/{page_path:String}', '/"\\'],
  ];

  beforeAll(() => service.insert(odd.map((page_path) => seen(hoursAgo(1), { ...at, page_path }))));

  test.each(odd)('%s is one segment', async (path) => {
    expect(await engagement(path, at)).toMatchObject({ page_path: path, views: 1 });
  });

  test.each([
    ['%2Fa%2Fb%2F', '/a/b'],
    ['%2Fa%2Fb%2F%2F', '/a/b'],
    ['a%2Fb', '/a/b'],
    ['%2F%2F', '/'],
    ['%2f%61%2fb', '/a/b'],
    ['%252F', '/%2F'],
  ])('%s is %s', async (segment, page_path) => {
    expect(await service.data(`/pages/${segment}/engagement`, at)).toMatchObject({ page_path, views: 1 });
  });

  test.each(['%', '%2', '%zz', '%E0%A4%A', '%ff'])('%s is malformed', async (segment) => {
    const { status, body } = await service.report(`/pages/${segment}/engagement`);
    expect({ status, body }).toMatchObject({ status: 400, body: { error: { code: 'invalid_parameter' } } });
  });

  test.each(['/pages/a/b/engagement', '/pages//engagement', '/pages/%2Fa'])(
    'there is nothing at %s',
    async (path) => {
      expect((await service.report(path)).status).toBe(404);
    },
  );
});
