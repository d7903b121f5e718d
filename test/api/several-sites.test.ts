import { noSites } from '@tallyhouse/sites';
import { uuid7 } from '../harness/uuid7.ts';
import { refusal } from './meta.ts';
import { hoursAgo, ping } from './present.ts';
import { forAllTests, startQueryService } from './query-service.ts';

/**
 * A visitor who came to the blog long ago and to the shop now, in sessions with one id on both sites; and one of each site alone.
 */
const longIds = (count: number) => Array.from({ length: count }, (_, site) => `${site}-`.padEnd(64, 'site'));
const groups = new Map([
  ['both', ['shop', 'blog']],
  ['large', ['shop', 'blog', ...longIds(1775)]],
  ['too-large', ['shop', 'blog', ...longIds(1800)]],
]);
const [shared, reader, buyer] = [uuid7(hoursAgo(24 * 30)), uuid7(hoursAgo(5)), uuid7(hoursAgo(4))];
const session_id = uuid7(hoursAgo(6));

const service = forAllTests(() => startQueryService({}, undefined, { ...noSites, groups }));

beforeAll(async () => {
  const view = (site_id: string, visitor_id: string, at: number, more: object) =>
    ping(at, { site_id, visitor_id, session_id: uuid7(at), pageview_id: uuid7(at) }, more);
  const order = { session_id, event: 'Purchase', event_id: 'order-1' };
  await service.insert([
    view('blog', shared, hoursAgo(24 * 20), { page_path: '/', page_title: 'Old' }),
    view('shop', shared, hoursAgo(6), { session_id, page_path: '/', page_title: 'The Shop' }),
    view('shop', shared, hoursAgo(5.9), { session_id, page_path: '/cart' }),
    view('blog', shared, hoursAgo(5.8), { session_id, page_path: '/', page_title: 'The Blog' }),
    view('blog', reader, hoursAgo(5), { page_path: '/about' }),
    view('shop', buyer, hoursAgo(4), { page_path: '/' }),
    view('else', buyer, hoursAgo(3), { page_path: '/' }),
    view('shop', shared, hoursAgo(5), order),
    view('blog', shared, hoursAgo(5), order),
  ]);
});

const data = (path: string, parameters: Record<string, string>) => service.data(path, parameters);

test('a visitor counts once, a session belongs to its site', async () => {
  expect(await data('/overview', { site_id: 'blog,shop' })).toEqual({
    pageviews: 5,
    unique_visitors: 3,
    sessions: 4,
    bounce_rate: 75,
    avg_session_duration_seconds: 90,
    views_per_session: 1.25,
    returning_visitor_percentage: 33.33,
  });
});

test('a visitor is returning who came to any of the sites before', async () => {
  const returning = (site_id: string) => data('/overview', { site_id, filter: 'visitor_type:returning' });
  expect(await returning('shop')).toMatchObject({ pageviews: 0, unique_visitors: 0 });
  expect(await returning('blog,shop')).toMatchObject({ pageviews: 3, unique_visitors: 1, sessions: 2 });
});

test.each([
  ['blog,shop', ['blog', 'shop']],
  ['shop,blog,shop', ['shop', 'blog']],
  ['@both', ['shop', 'blog']],
  ['shop,@both', ['shop', 'blog']],
])('%s is answered as one', async (site_id, sites) => {
  const { body } = await service.report('/overview', { site_id });
  expect(body).toMatchObject({ meta: { site_id, sites }, data: { pageviews: 5, unique_visitors: 3 } });
});

test('* is every site that has pings', async () => {
  const { body } = await service.report('/overview', { site_id: '*' });
  expect(body).toMatchObject({
    meta: { site_id: '*', sites: ['blog', 'else', 'shop'] },
    data: { pageviews: 6, unique_visitors: 3, sessions: 5 },
  });
});

test('500 sites are answered as one, with sites that do not exist', async () => {
  const site_id = ['blog', 'shop', ...Array.from({ length: 498 }, (_, site) => `site-${site}`)];
  const { body } = await service.report('/overview', { site_id: site_id.join() });
  expect(body).toMatchObject({ meta: { sites: site_id }, data: { pageviews: 5, unique_visitors: 3 } });
});

test('a group may be as large as a parameter of ClickHouse', async () => {
  expect(await data('/overview', { site_id: '@large' })).toMatchObject({ pageviews: 5, unique_visitors: 3 });
  expect(await data('/digest', { site_id: '@large' })).toMatchObject({
    changes: { pages: { rose: [{ page_path: '/' }, { page_path: '/about' }, { page_path: '/cart' }] } },
  });
  const { text } = await service.download('pages', { site_id: '@large' });
  expect(text.trim().split('\n')).toHaveLength(1 + 4);
});

test('a larger group is refused', async () => {
  const message = 'site_id means 1,802 sites, more than a query can list.';
  for (const path of ['/overview', '/export/pages'])
    expect(await service.report(path, { site_id: '@too-large' })).toMatchObject(refusal('site_id', message));
});

test('pages are paths, with the newest title on any of the sites', async () => {
  expect(await data('/pages', { site_id: '@both' })).toMatchObject([
    { page_path: '/', page_title: 'The Blog', views: 3, unique_views: 3 },
    { page_path: '/about', views: 1 },
    { page_path: '/cart', views: 1 },
  ]);
});

test('an event id counts once on each site', async () => {
  expect(await data('/events', { site_id: '@both' })).toMatchObject([
    { event: 'Purchase', events: 2, unique_visitors: 1, sessions: 2 },
  ]);
});

test('a funnel by session does not lead from one site to the other', async () => {
  const steps = ['page:/cart', 'page:/', 'event:Purchase'];
  const { body } = await service.report('/funnel', { site_id: '@both', step: steps, by: 'session' });
  expect(body).toMatchObject({ data: [{ entered: 1 }, { entered: 0 }, { entered: 0 }] });
  const { body: byVisitor } = await service.report('/funnel', { site_id: '@both', step: steps });
  expect(byVisitor).toMatchObject({ data: [{ entered: 1 }, { entered: 1 }, { entered: 1 }] });
});

test('the dimension site tells them apart, and filters', async () => {
  expect(await data('/breakdown', { site_id: '*', dimension: 'site' })).toMatchObject([
    { value: 'blog', visits: 2, unique_visitors: 2 },
    { value: 'shop', visits: 2, unique_visitors: 2 },
    { value: 'else', visits: 1, unique_visitors: 1 },
  ]);
  const filters = ['site:blog|else', 'site!:blog', 'site~LO', 'site!~o', 'site:none'];
  const views = filters.map(
    async (filter) => Object(await data('/overview', { site_id: '*', filter })).pageviews,
  );
  expect(await Promise.all(views)).toEqual([3, 4, 2, 1, 0]);
});

test('exports of several sites begin with the site, and are named after them', async () => {
  const file = async (rows: string, site_id: string) => {
    const { text, headers } = await service.download(rows, { site_id });
    const [header, ...lines] = text.trim().split('\n');
    return { header, lines, name: headers.get('content-disposition') };
  };
  expect(await file('pages', 'blog,shop')).toEqual({
    header:
      '"site_id","page_path","page_title","views","unique_views","avg_focus_time_ms","avg_scroll_depth"',
    lines: [
      '"shop","/","The Shop",2,2,0,0',
      '"blog","/","The Blog",1,1,0,0',
      '"blog","/about","",1,1,0,0',
      '"shop","/cart","",1,1,0,0',
    ],
    name: 'attachment; filename="2-sites-pages-2026-11-14-2026-11-21.csv"',
  });
  for (const rows of ['pageviews', 'sessions', 'events']) {
    const { header, lines } = await file(rows, '@both');
    expect(header).toMatch(/^"site_id","/);
    expect(new Set(lines.map((line) => line.split(',')[0]))).toEqual(new Set(['"blog"', '"shop"']));
  }
  expect((await file('sessions', '@both')).name).toContain('"both-sessions-2026-11-14-2026-11-21.csv"');
  expect((await file('sessions', '*')).name).toContain('"all-sites-sessions-2026-11-14-2026-11-21.csv"');
  expect((await file('pages', 'shop')).header).toMatch(/^"page_path"/);
});
