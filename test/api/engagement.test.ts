import { uuid7 } from '../harness/uuid7.ts';
import { meta } from './meta.ts';
import { hoursAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

/** Ten bands with these views, and their shares. */
const bands = (views: number[], percentages: (number | null)[]) =>
  views.map((count, band) => ({
    from: 10 * band,
    to: band === 9 ? 100 : 10 * band + 9,
    views: count,
    percentage: percentages[band],
  }));

test('reports how a page was read, and which pages came next', async () => {
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

describe('the path', () => {
  const at = { site_id: 'odd' };
  const odd = [
    ...['/', '/a/b', '/ü/日本😀', '/a b', '/%2F', '/100%', '/a?b#c', "/it's"],
    ...['/{page_path:String}', '/"\\'],
  ];

  beforeAll(() => service.insert(odd.map((page_path) => seen(hoursAgo(1), { ...at, page_path }))));

  test.each([
    ...odd.map((path) => [encodeURIComponent(path), path]),
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
