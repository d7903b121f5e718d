import { uuid7 } from '../harness/uuid7.ts';
import { listMeta } from './meta.ts';
import { hoursAgo, minutesAgo, now, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

test('pages are sorted by views, then path, with means over their pageviews and the newest title', async () => {
  const [ada, ben] = [visit(hoursAgo(30)), visit(hoursAgo(20))];
  const [long, short] = [uuid7(hoursAgo(30)), uuid7(hoursAgo(29))];
  const at = { site_id: 'means' };
  await service.insert([
    // One pageview of three pings: its largest values count, whatever their order.
    { ...at, ...ada, pageview_id: long, pinged_at: hoursAgo(30), page_path: '/a', page_title: 'Old' },
    {
      ...at,
      ...ada,
      pageview_id: long,
      pinged_at: hoursAgo(29),
      page_path: '/a',
      focus_time_ms: 9001,
      scroll_depth: 80,
    },
    {
      ...at,
      ...ada,
      pageview_id: long,
      pinged_at: hoursAgo(29.5),
      page_path: '/a',
      focus_time_ms: 5000,
      scroll_depth: 70,
    },
    { ...at, ...ada, pageview_id: short, pinged_at: hoursAgo(29), page_path: '/a' },
    { ...at, ...ben, pinged_at: hoursAgo(20), page_path: '/a', page_title: 'Newer', scroll_depth: 5 },
    { ...at, ...ben, pinged_at: hoursAgo(19), page_path: '/a', page_title: '' },
    { ...at, ...ben, pinged_at: hoursAgo(18), page_path: '/Z', page_title: 'Zed' },
    { ...at, ...ben, pinged_at: hoursAgo(17), page_path: '/b' },
  ]);
  const { body } = await service.report('/pages', { site_id: 'means' });
  expect(body).toEqual({
    meta: { ...listMeta, site_id: 'means', sites: ['means'], total: 3 },
    data: [
      {
        page_path: '/a',
        page_title: 'Newer',
        views: 4,
        unique_views: 2,
        avg_focus_time_ms: 2250,
        avg_scroll_depth: 21.25,
      },
      {
        page_path: '/Z',
        page_title: 'Zed',
        views: 1,
        unique_views: 1,
        avg_focus_time_ms: 0,
        avg_scroll_depth: 0,
      },
      {
        page_path: '/b',
        page_title: '',
        views: 1,
        unique_views: 1,
        avg_focus_time_ms: 0,
        avg_scroll_depth: 0,
      },
    ],
  });
});

test('a pageview counts where it was entered, to the millisecond', async () => {
  const at = { site_id: 'edges' };
  await service.insert([
    { ...at, ...visit(minutesAgo(61)), pinged_at: minutesAgo(60) - 1, page_path: '/too-early' },
    { ...at, ...visit(minutesAgo(60)), pinged_at: minutesAgo(60), page_path: '/first' },
    { ...at, ...visit(minutesAgo(1)), pinged_at: now - 1, page_path: '/last' },
    { ...at, ...visit(minutesAgo(0)), pinged_at: now, page_path: '/too-late' },
  ]);
  const { body } = await service.report('/pages', { site_id: 'edges', period: '1h' });
  expect(body).toMatchObject({ data: [{ page_path: '/first' }, { page_path: '/last' }] });
});

test('an id whose time is a day old or minutes ahead is found', async () => {
  const at = { site_id: 'slack' };
  const old = uuid7(minutesAgo(30) - 24 * 3_600_000);
  const ahead = uuid7(minutesAgo(30) + 10 * 60_000);
  await service.insert([
    { ...at, pageview_id: old, session_id: old, pinged_at: minutesAgo(30), page_path: '/old' },
    { ...at, pageview_id: ahead, session_id: ahead, pinged_at: minutesAgo(30), page_path: '/ahead' },
  ]);
  const range = { site_id: 'slack', start: '2026-11-21T09:45:00Z', end: '2026-11-21T09:45:00.001Z' };
  const pages = await service.report('/pages', range);
  expect(pages.body).toMatchObject({ data: [{ page_path: '/ahead' }, { page_path: '/old' }] });
  const overview = await service.report('/overview', range);
  expect(overview.body).toMatchObject({
    data: { pageviews: 2, sessions: 2, returning_visitor_percentage: 0 },
  });
});

test('titles and paths are returned as stored', async () => {
  const page_path = '/ü/日本\'"\\{x:String}/%2F<b>';
  const page_title = '=HYPERLINK("x") \u202e 😀 \t';
  await service.insert([{ site_id: 'odd', pinged_at: hoursAgo(1), page_path, page_title }]);
  const { body } = await service.report('/pages', { site_id: 'odd' });
  expect(body).toMatchObject({ data: [{ page_path, page_title }] });
});
