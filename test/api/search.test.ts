import { listMetaOf } from './meta.ts';
import { hoursAgo, seen } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

/** Views of pages, each in a session of its own. */
const views = (site_id: string, pages: [path: string, title: string][], at = hoursAgo(1)) =>
  service.insert(pages.map(([page_path, page_title]) => seen(at, { site_id, page_path, page_title })));

test('finds paths and titles, sorted by views, then path', async () => {
  await views('shop', [
    ['/cats', 'All our animals'],
    ['/dogs', 'Dogs, and one cat'],
    ['/dogs', 'Dogs, and one cat'],
    ['/birds', 'Birds'],
    ['/a/concatenated', ''],
  ]);
  await views('shop', [['/cats/old', 'Seen too long ago']], hoursAgo(24 * 8));
  const { body } = await service.report('/search', { site_id: 'shop', q: 'CAT' });
  expect(body).toEqual({
    meta: listMetaOf('shop', 3),
    data: [
      { page_path: '/dogs', page_title: 'Dogs, and one cat', views: 2 },
      { page_path: '/a/concatenated', page_title: '', views: 1 },
      { page_path: '/cats', page_title: 'All our animals', views: 1 },
    ],
  });
});

const literal: [q: string, path: string][] = [
  ['ärger', '/ÄRGER'],
  ['ÄRGER', '/ärger'],
  ['привет', '/ПРИВЕТ'],
  ['ΟΔΟΣ', '/οδος'],
  ['οδοσ', '/ΟΔΟΣ'],
  ['STRASSE', '/straße'],
  ['日本', '/日本語'],
  ['😀', '/a😀b'],
  ['%', '/100%'],
  ['_', '/a_b'],
  ['\\', '/a\\b'],
  ['\\_', '/c\\_d'],
  ["'", "/it's"],
  ["') or 1=1 --", "/') or 1=1 --"],
  ['{q:String}', '/{q:String}'],
  ['.*', '/.*'],
  [' ', '/a b'],
  ['x'.repeat(200), `/${'x'.repeat(200)}`],
  ['😀'.repeat(200), `/${'😀'.repeat(200)}`],
];
const siteOf = (path: string) => `literal-${Buffer.from(path).toString('hex').slice(0, 32)}`;
beforeAll(() =>
  service.insert(
    literal.flatMap(([, path]) =>
      [path, '/other'].map((page_path) => seen(hoursAgo(1), { site_id: siteOf(path), page_path })),
    ),
  ),
);

test.each(literal)('%.20j is matched literally', async (q, path) => {
  expect(await service.data('/search', { site_id: siteOf(path), q })).toMatchObject([{ page_path: path }]);
});
