import { noSites } from '@tallyhouse/sites';
import { uuid7 } from '../harness/uuid7.ts';
import { refusal } from './meta.ts';
import { hoursAgo, ping } from './present.ts';
import { forAllTests, startQueryService } from './query-service.ts';

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
