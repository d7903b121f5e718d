import { listMeta } from './meta.ts';
import { hoursAgo, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

/** Views of pages, each in a session of its own. */
const views = (site_id: string, pages: [path: string, title: string][], at = hoursAgo(1)) =>
  service.insert(
    pages.map(([page_path, page_title]) => ({ ...visit(at), site_id, pinged_at: at, page_path, page_title })),
  );

async function found(site_id: string, q: string) {
  const { body } = await service.report('/search', { site_id, q });
  return (body as { data: { page_path: string }[] }).data.map((page) => page.page_path);
}

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
    meta: { ...listMeta, site_id: 'shop', sites: ['shop'], total: 3 },
    data: [
      { page_path: '/dogs', page_title: 'Dogs, and one cat', views: 2 },
      { page_path: '/a/concatenated', page_title: '', views: 1 },
      { page_path: '/cats', page_title: 'All our animals', views: 1 },
    ],
  });
});

test('only the newest of several titles counts, however few views it has', async () => {
  await views('renamed', [['/p', 'Before']], hoursAgo(3));
  await views('renamed', [['/p', 'After']], hoursAgo(2));
  await views('renamed', [['/p', '']], hoursAgo(1));
  expect(await found('renamed', 'before')).toEqual([]);
  expect(await found('renamed', 'after')).toEqual(['/p']);
});

test.each([
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
])('%.20j is matched literally', async (q, path) => {
  const site_id = `literal-${Buffer.from(path).toString('hex').slice(0, 40)}`;
  await views(site_id, [
    [path, ''],
    ['/other', 'Other'],
  ]);
  expect(await found(site_id, q)).toEqual([path]);
});

test.each([undefined, '', 'x'.repeat(201)])('q=%.10s is refused', async (q) => {
  const { status, body } = await service.report('/search', q === undefined ? {} : { q });
  expect(status).toBe(400);
  const problem = q === undefined ? 'is missing; it ' : '';
  expect(body).toEqual({
    error: { code: 'invalid_parameter', message: `q ${problem}must be 1 to 200 characters.`, parameter: 'q' },
  });
});

test('no other report accepts q', async () => {
  const { status, body } = await service.report('/pages', { q: 'a' });
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: { code: 'unknown_parameter', parameter: 'q' } });
});
