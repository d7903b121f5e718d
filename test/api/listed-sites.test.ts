import { noSites } from '@tallyhouse/sites';
import { filterText } from '../../packages/dashboard/src/filters/filter.ts';
import { goalText } from '../../packages/dashboard/src/goal/goal.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { refusal } from './meta.ts';
import { hoursAgo, ping, seen } from './present.ts';
import { forAllTests, startQueryService } from './query-service.ts';

/** What the sites file says of sites: groups, goals, and query parameters of pages. */

const service = forAllTests(() => startQueryService({}, undefined, { ...noSites, groups, sites: listed }));

const longIds = (count: number) => Array.from({ length: count }, (_, site) => `${site}-`.padEnd(64, 'site'));
const groups = new Map([
  ['both', ['shop', 'blog']],
  ['large', ['shop', 'blog', ...longIds(1775)]],
  ['too-large', ['shop', 'blog', ...longIds(1800)]],
]);
const [shared, reader, buyer] = [uuid7(hoursAgo(24 * 30)), uuid7(hoursAgo(5)), uuid7(hoursAgo(4))];
const session_id = uuid7(hoursAgo(6));

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

const fiveHundred = ['blog', 'shop', ...Array.from({ length: 498 }, (_, site) => `site-${site}`)];

test.each([
  ['shop,blog,shop', ['shop', 'blog']],
  ['@both', ['shop', 'blog']],
  ['shop,@both', ['shop', 'blog']],
  // Some of these sites do not exist.
  [fiveHundred.join(), fiveHundred],
])('%.20s is answered as one', async (site_id, sites) => {
  const { body } = await service.report('/overview', { site_id });
  expect(body).toMatchObject({ meta: { site_id, sites }, data: { pageviews: 5, unique_visitors: 3 } });
});

test('a group may be as large as a parameter of ClickHouse', async () => {
  expect(await data('/overview', { site_id: '@large' })).toMatchObject({ pageviews: 5, unique_visitors: 3 });
  const rose = ['/', '/about', '/cart'].map((page_path) => ({ page_path }));
  expect(await data('/digest', { site_id: '@large' })).toMatchObject({ changes: { pages: { rose } } });
  const { text } = await service.download('pages', { site_id: '@large' });
  expect(text.trim().split('\n')).toHaveLength(1 + 4);
});

test('a larger group is refused', async () => {
  const message = 'site_id means 1,802 sites, more than a query can list.';
  for (const path of ['/overview', '/export/pages'])
    expect(await service.report(path, { site_id: '@too-large' })).toMatchObject(refusal('site_id', message));
});

test('exports of several sites begin with the site, and are named after them', async () => {
  const file = async (rows: string, site_id: string) => {
    const { text, headers } = await service.download(rows, { site_id });
    const [header, ...lines] = text.trim().split('\n');
    return { header, lines, name: headers.get('content-disposition') };
  };
  const lines = [
    '"shop","/","The Shop",2,2,0,0',
    '"blog","/","The Blog",1,1,0,0',
    '"blog","/about","",1,1,0,0',
    '"shop","/cart","",1,1,0,0',
  ];
  const header =
    '"site_id","page_path","page_title","views","unique_views","avg_focus_time_ms","avg_scroll_depth"';
  const name = 'attachment; filename="2-sites-pages-2026-11-14-2026-11-21.csv"';
  expect(await file('pages', 'blog,shop')).toEqual({ header, lines, name });
  for (const rows of ['pageviews', 'sessions', 'events']) {
    const { header, lines } = await file(rows, '@both');
    expect(header).toMatch(/^"site_id","/);
    expect(new Set(lines.map((line) => line.split(',')[0]))).toEqual(new Set(['"blog"', '"shop"']));
  }
  expect((await file('sessions', '@both')).name).toContain('"both-sessions-2026-11-14-2026-11-21.csv"');
  expect((await file('sessions', '*')).name).toContain('"all-sites-sessions-2026-11-14-2026-11-21.csv"');
  expect((await file('pages', 'shop')).header).toMatch(/^"page_path"/);
});

/** Pages, each with another number of views, each view in its own session. Some look like the addresses of others. */
const pages = {
  plain: '/ /thanks /café /order /what? /what /c#-guide /c /%41 /A /a|b;c\\d /#/cart'.split(' '),
  kept: ['/order', '/order?step=3', '/#/pay?step=3'],
};
type Site = keyof typeof pages;
const sites: Site[] = ['plain', 'kept'];

/** Values, and the pages that they mean; page-path.test.ts of packages/ping has more of those that people write. */
const cases: [Site, string, string][] = [
  ['plain', 'https://shop.example/thanks/?utm_source=mail#top', '/thanks'],
  ['plain', '/caf%C3%A9/', '/café'],
  ['plain', '/order?step=3', '/order'],
  ['plain', '/what%3F', '/what?'],
  ['plain', 'https://shop.example/#/cart?secret', '/#/cart'],
  ['plain', 'https://shop.example/?a=1#/cart/', '/#/cart'],
  ['plain', 'https://shop.example/c#top', '/c'],
  ['kept', 'https://shop.example/?a=1&step=3#/pay', '/#/pay?step=3'],
  ['kept', '/order/?a=1&step=3#top', '/order?step=3'],
  ['kept', '/order?a=1', '/order'],
  // A value that `/pages` lists means itself.
  ...['/', '/what?', '/what', '/c#-guide', '/%41', '/a|b;c\\d'].map((page): [Site, string, string] => [
    'plain',
    page,
    page,
  ]),
  ['kept', '/order?step=3', '/order?step=3'],
];

type OfPage = 'page' | 'entry_page' | 'exit_page';
const onPage = (dimension: OfPage, value: string, operator: ':' | '!:' = ':') => {
  return { dimension, operator, values: [value] };
};
const goalOf = (value: string) => goalText([onPage('page', value)]);

const goals = Object.fromEntries(cases.map(([, value], index) => [`goal ${index}`, goalOf(value)]));
const listed = new Map(
  Object.entries({ plain: { goals }, kept: { goals, query_parameters: ['step', 'p'] } }),
);

const viewsOf = (site: Site, page: string) => pages[site].indexOf(page) + 1;
const allViews = (site: Site) => (pages[site].length * (pages[site].length + 1)) / 2;

beforeAll(() =>
  service.insert(
    sites.flatMap((site_id) =>
      pages[site_id].flatMap((page_path) =>
        Array.from({ length: viewsOf(site_id, page_path) }, (_, minutes) => {
          const view = seen(hoursAgo(2) + minutes * 60_000, { site_id, page_path });
          return [view, { ...view, event: 'Done', page_path }];
        }).flat(),
      ),
    ),
  ),
);

test.each(cases.map(([site, value, page], index) => ({ site, value, page, index })))(
  'on $site $value means $page: in filters, goals, funnels, the sites file and addresses',
  async ({ site: site_id, value, page, index }) => {
    const overview = async (parameters: Record<string, string | string[]>) =>
      Object(await service.data('/overview', { site_id, ...parameters }));
    const filter = filterText(onPage('page', value));
    const goal = [goalOf(value), `name:goal ${index}`, `event:Done;${goalOf(value)}`];
    const edge = index % 2 === 0 ? 'entry_page' : 'exit_page';
    const views = viewsOf(site_id, page);
    const asked = await Promise.all([
      overview({ filter }),
      overview({ filter: filterText(onPage(edge, value)), goal }),
      overview({ filter: filterText(onPage('page', value, '!:')) }),
      service.rows('/funnel', { site_id, step: [goalOf(value), 'event:Done'] }),
      service.data(`/pages/${encodeURIComponent(value)}/engagement`, { site_id }),
      service.report('/export/pageviews', { site_id, filter }),
    ]);
    const [of, atEdge, others, funnel, address, file] = asked;
    const rest = allViews(site_id) - views;
    expect([of.sessions, atEdge.sessions, others.sessions]).toEqual([views, views, rest]);
    const conversions = atEdge.goals.map((one: { conversions: number }) => one.conversions);
    expect(conversions).toEqual([views, views, views]);
    expect([funnel[1]?.['entered'], String(file.body).trim().split('\n').length - 1]).toEqual([views, views]);
    expect(address).toMatchObject({ page_path: page, views });
  },
);

test('an empty page is that of an event without one, and no page but the root is written without a path', async () => {
  const at = { site_id: 'plain' };
  expect(await service.data('/overview', { ...at, filter: 'page:' })).toMatchObject({ pageviews: 0 });
  const none = await service.data('/pages/%2Fnone%2F/engagement', at);
  expect(none).toMatchObject({ page_path: '/none', views: 0 });
});
