import { uuid7 } from '../harness/uuid7.ts';
import { hoursAgo, minutesAgo, ping, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';
import { threeSessions } from './three-sessions.ts';

const service = forAllTests(joinQueryService);
beforeAll(() => service.insert(threeSessions));

/** The result of two reports with filters: `/a 1, /b 2` for pages and views, and the number of sessions. */
async function select(filter: string | string[]) {
  const filters = [filter].flat();
  const rows = await service.rows('/pages', { filter });
  const { body } = await service.report('/overview', { filter });
  const pageviews = rows.reduce((sum, { views }) => sum + Number(views), 0);
  expect(body).toMatchObject({ meta: { filters }, data: { pageviews } });
  const views = rows.map((page) => `${page['page_path']} ${page['views']}`).sort();
  return [views.join(', '), Object(body).data.sessions];
}

const all = ['/a 1, /b 2, /c 2', 3];
const ofGoogle = ['/a 1, /b 1', 1];
const ofDirect = ['/b 1, /c 1', 1];
const ofChat = ['/c 1', 1];
const none = ['', 0];

test.each([
  [[], all],
  // A dimension of sessions selects sessions, and all their pageviews.
  ['entry_page:/a', ofGoogle],
  ['entry_page:/b', ofDirect],
  ['exit_page:/b', ofGoogle],
  ['exit_page:/c', ['/b 1, /c 2', 2]],
  ['exit_page:/a', none],
  ['entry_referrer:https://google.example/', ofGoogle],
  ['entry_referrer~blog.example', none],
  ['source:Google', ofGoogle],
  ['medium:organic', ofGoogle],
  ['utm_source:google', ofGoogle],
  ['utm_medium:cpc', ofGoogle],
  ['utm_campaign:Spring Sale', ofGoogle],
  ['utm_term:term one', ofGoogle],
  ['utm_content:content one', ofGoogle],
  ['country:NL', ofGoogle],
  ['region:Noord-Holland', ofGoogle],
  ['city:Amsterdam', ofGoogle],
  ['browser:Firefox', ofGoogle],
  ['browser_version:144.0', ofGoogle],
  ['os:Windows', ofGoogle],
  ['os_version:11', ofGoogle],
  ['device_type:desktop', ofGoogle],
  ['screen:xl', ofGoogle],
  ['language:nl-NL', ofGoogle],
  ['language~NL', ofGoogle],
  ['hostname:www.example.org', ofGoogle],
  ['visitor_type:returning', ofDirect],
  ['visitor_type:new', ['/a 1, /b 1, /c 1', 2]],
  ['visitor_type:new|returning', all],
  ['visitor_type!:new', ofDirect],
  // Page and referrer select pageviews, and the sessions that hold one.
  ['page:/a', ['/a 1', 1]],
  ['page:/b', ['/b 2', 2]],
  ['page!:/c', ['/a 1, /b 2', 2]],
  ['referrer:https://blog.example/a', ['/b 1', 1]],
  ['referrer~blog.example', ['/b 1, /c 1', 2]],
  ['referrer:', ['/b 1, /c 1', 2]],
  // Operators.
  ['source:google', none],
  ['source~GOOG', ofGoogle],
  ['source~goog|CHAT', ['/a 1, /b 1, /c 1', 2]],
  ['source:Google|ChatGPT', ['/a 1, /b 1, /c 1', 2]],
  ['source!:Google', ['/b 1, /c 2', 2]],
  ['source!:Google|ChatGPT', ofDirect],
  ['source!~g', ofDirect],
  ['source!~goog|chat', ofDirect],
  ['source:', ofDirect],
  ['source:|Google', ['/a 1, /b 2, /c 1', 2]],
  ['source!:', ['/a 1, /b 1, /c 1', 2]],
  ['source~', all],
  ['source!~', none],
  ['country~|NL', all],
  ['city~århus', ofChat],
  ['city~ÅRHU', ofChat],
  ['city:århus', none],
  ['os:ios', none],
  ['page!~/B|/C', ['/a 1', 1]],
  // Several must hold for one row.
  [['source:Google', 'country:NL'], ofGoogle],
  [['source:Google', 'country!:NL'], none],
  [['page:/a', 'page:/b'], none],
  [
    ['page:/a|/b', 'page:/b'],
    ['/b 2', 2],
  ],
  // The session from Google has /a, and a pageview that /a led to, but /a itself came from elsewhere.
  [['page:/a', 'referrer:https://blog.example/a'], none],
  [
    ['page:/b', 'source:Google'],
    ['/b 1', 1],
  ],
  [
    ['page:/b', 'visitor_type:returning', 'exit_page:/c'],
    ['/b 1', 1],
  ],
  [
    ['entry_page:/a', 'exit_page:/b', 'source~go', 'page!:/b'],
    ['/a 1', 1],
  ],
  [['exit_page:/b|/c', 'exit_page!:/c'], ofGoogle],
])('%j selects %j', async (filter, expected) => {
  expect(await select(filter)).toEqual(expected);
});

test('a pageview of the period counts when its session matches, though it began before', async () => {
  const site_id = 'straddling';
  const eve = { site_id, ...visit(minutesAgo(70)) };
  await service.insert([
    ping(minutesAgo(70), eve, { page_path: '/before', source: 'Bing' }),
    ping(minutesAgo(50), eve, { page_path: '/after', source: 'Direct' }),
    ping(minutesAgo(20), eve, { page_path: '/last', source: 'Direct' }),
  ]);
  const [early, middle, late] = ['2026-11-21T09:00Z', '2026-11-21T09:15Z', '2026-11-21T09:45Z'];
  for (const [filter, start, end, pageviews, sessions] of [
    ['source:Bing', middle, late, 1, 0],
    // Its first and last pages are outside these periods.
    ['entry_page:/before', middle, late, 1, 0],
    ['exit_page:/last', early, middle, 1, 1],
    ['exit_page:/after', early, late, 0, 0],
    ['visitor_type:new', middle, late, 1, 0],
    // A session must have the page within the period.
    ['page:/after', early, middle, 0, 0],
    ['page:/after', early, late, 1, 1],
  ] as const) {
    const { body } = await service.report('/overview', { site_id, filter, start, end });
    expect(body).toMatchObject({ meta: { filters: [filter] }, data: { pageviews, sessions } });
  }
});

test('ids as old or as far ahead as allowed are found', async () => {
  const site_id = 'slack';
  const [day, tenMinutes] = [24 * 3_600_000, 10 * 60_000];
  const [old, ahead] = [uuid7(minutesAgo(29) - day), uuid7(minutesAgo(30) + tenMinutes)];
  const lastOfAhead = minutesAgo(30) + tenMinutes + day;
  const entered = (pinged_at: number, session_id: string, pageview_id: string, page_path: string) =>
    ping(pinged_at, { site_id, session_id, pageview_id, page_path });
  await service.insert([
    entered(minutesAgo(30), old, old, '/old'),
    entered(minutesAgo(29), old, uuid7(minutesAgo(29) - day), '/old-exit'),
    entered(minutesAgo(30), ahead, ahead, '/ahead'),
    entered(lastOfAhead, ahead, uuid7(lastOfAhead + tenMinutes), '/ahead-exit'),
  ]);
  const range = { site_id, start: '2026-11-21T09:45:00Z', end: '2026-11-21T09:45:00.001Z' };
  for (const [filter, paths] of [
    ['source:Direct', ['/ahead', '/old']],
    ['visitor_type:new', ['/ahead', '/old']],
    ['exit_page:/old-exit', ['/old']],
    ['exit_page:/ahead-exit', ['/ahead']],
  ] as const) {
    const pages = await service.rows('/pages', { ...range, filter });
    expect(pages.map(({ page_path }) => page_path)).toEqual(paths);
    const expected = { pageviews: paths.length, sessions: paths.length };
    expect(await service.data('/overview', { ...range, filter })).toMatchObject(expected);
  }
});

test('of pageviews entered at one time the one with the greater id is the exit', async () => {
  const at = { site_id: 'ties', ...visit(hoursAgo(2)) };
  const time = uuid7(hoursAgo(1)).slice(0, 18);
  await service.insert([
    ping(hoursAgo(1), at, { pageview_id: `${time}-8fff-ffffffffffff`, page_path: '/lesser' }),
    ping(hoursAgo(1), at, { pageview_id: `${time}-9000-000000000000`, page_path: '/greater' }),
  ]);
  const asked = { site_id: 'ties', filter: 'exit_page:/greater' };
  expect(await service.data('/overview', asked)).toMatchObject({ sessions: 1 });
});

test('a pageview id in two sessions is a pageview of each', async () => {
  const at = { site_id: 'woken', pageview_id: uuid7(hoursAgo(3)), page_path: '/open' };
  await service.insert([
    ping(hoursAgo(3), { ...at, ...visit(hoursAgo(3)) }),
    ping(hoursAgo(1), { ...at, ...visit(hoursAgo(1)) }, { type: 'engage' }),
  ]);
  const asked = { site_id: 'woken', filter: 'exit_page:/open' };
  expect(await service.data('/overview', asked)).toMatchObject({ sessions: 2, pageviews: 2 });
});
