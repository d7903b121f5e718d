import { uuid7 } from '../harness/uuid7.ts';
import { listMetaOf } from './meta.ts';
import { hoursAgo, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

test('pages are sorted by views, then path, with means over their pageviews and the newest title', async () => {
  const at = { site_id: 'means' };
  const ada = { ...at, ...visit(hoursAgo(30)), page_path: '/a' };
  const ben = { ...at, ...visit(hoursAgo(20)) };
  const long = { ...ada, pageview_id: uuid7(hoursAgo(30)) };
  await service.insert([
    // One pageview of three pings: its largest values count, whatever their order.
    ping(hoursAgo(30), long, { page_title: 'Old' }),
    ping(hoursAgo(29), long, { focus_time_ms: 9001, scroll_depth: 80 }),
    ping(hoursAgo(29.5), long, { focus_time_ms: 5000, scroll_depth: 70 }),
    ping(hoursAgo(29), ada),
    ping(hoursAgo(20), ben, { page_path: '/a', page_title: 'Newer', scroll_depth: 5 }),
    ping(hoursAgo(19), ben, { page_path: '/a', page_title: '' }),
    ping(hoursAgo(18), ben, { page_path: '/Z', page_title: 'Zed' }),
    ping(hoursAgo(17), ben, { page_path: '/b' }),
  ]);
  const { body } = await service.report('/pages', at);
  const once = { views: 1, unique_views: 1, avg_focus_time_ms: 0, avg_scroll_depth: 0 };
  expect(body).toEqual({
    meta: listMetaOf('means', 3),
    data: [
      {
        page_path: '/a',
        page_title: 'Newer',
        views: 4,
        unique_views: 2,
        avg_focus_time_ms: 2250,
        avg_scroll_depth: 21.25,
      },
      { page_path: '/Z', page_title: 'Zed', ...once },
      { page_path: '/b', page_title: '', ...once },
    ],
  });
});

test('titles and paths are returned as stored', async () => {
  const page_path = '/ü/日本\'"\\{x:String}/%2F<b>';
  const page_title = '=HYPERLINK("x") \u202e 😀 \t';
  await service.insert([seen(hoursAgo(1), { site_id: 'odd', page_path, page_title })]);
  expect(await service.data('/pages', { site_id: 'odd' })).toMatchObject([{ page_path, page_title }]);
});
