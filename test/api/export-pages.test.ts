import { uuid7 } from '../harness/uuid7.ts';
import { download } from './download.ts';
import { hoursAgo, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

const header = '"page_path","page_title","views","unique_views","avg_focus_time_ms","avg_scroll_depth"\n';

test('one row for each page, sorted by views, then path', async () => {
  const at = { site_id: 'rows' };
  const ada = visit(hoursAgo(5));
  const page = uuid7(hoursAgo(5));
  await service.insert([
    { ...at, ...ada, pageview_id: page, pinged_at: hoursAgo(5), page_path: '/a', page_title: 'Old' },
    {
      ...at,
      ...ada,
      pageview_id: page,
      pinged_at: hoursAgo(4),
      page_path: '/a',
      focus_time_ms: 9001,
      scroll_depth: 81,
    },
    { ...at, ...ada, pinged_at: hoursAgo(3), page_path: '/a', page_title: 'New', scroll_depth: 4 },
    { ...at, ...visit(hoursAgo(2)), pinged_at: hoursAgo(2), page_path: '/ü', focus_time_ms: 1 },
    { ...at, ...visit(hoursAgo(2)), pinged_at: hoursAgo(2), page_path: '/Z' },
  ]);
  const { text, headers } = await download(service, 'pages', at);
  expect(text).toBe(`${header}\
"/a","New",2,1,4501,42.5
"/Z","",1,1,0,0
"/ü","",1,1,1,0
`);
  expect(headers.get('content-disposition')).toBe(
    'attachment; filename="rows-pages-2026-11-14-2026-11-21.csv"',
  );
});

test('the numbers equal those of /pages, halves included', async () => {
  const at = { site_id: 'same' };
  const pings = Array.from({ length: 700 }, (_, index) => ({
    ...at,
    ...visit(hoursAgo(1)),
    pinged_at: hoursAgo(1),
    page_path: `/${index % 13}`,
    focus_time_ms: (index * index * 7919) % 60_000,
    scroll_depth: (index * 31) % 101,
  }));
  await service.insert(pings);
  const { body } = await service.report('/pages', at);
  const { text } = await download(service, 'pages', { ...at, format: 'jsonl' });
  const rows = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(rows).toHaveLength(13);
  expect(body).toMatchObject({ data: rows });
  expect(rows.reduce((sum, row) => sum + row.views, 0)).toBe(700);
});
