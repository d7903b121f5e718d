import { uuid7 } from '../harness/uuid7.ts';
import { minutesAgo, ping } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';
import { named, threeSessions } from './three-sessions.ts';

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
const none = ['', 0];

test.each<[string | string[], (string | number)[]]>([
  [[], all],
  // A dimension of sessions selects sessions, and all their pageviews.
  ...Object.entries(named).map(([name, value]): [string, typeof ofGoogle] => [`${name}:${value}`, ofGoogle]),
  ['entry_page:/a', ofGoogle],
  ['exit_page:/c', ['/b 1, /c 2', 2]],
  ['entry_referrer:https://google.example/', ofGoogle],
  ['visitor_type:returning', ofDirect],
  ['visitor_type:new|returning', all],
  // Page and referrer select pageviews, and the sessions that hold one.
  ['page!:/c', ['/a 1, /b 2', 2]],
  ['referrer~blog.example', ['/b 1, /c 1', 2]],
  // Operators.
  ['source:google', none],
  ['source~goog|CHAT', ['/a 1, /b 1, /c 1', 2]],
  ['source:|Google', ['/a 1, /b 2, /c 1', 2]],
  ['source!:Google', ['/b 1, /c 2', 2]],
  ['source!~goog|chat', ofDirect],
  ['source~', all],
  ['source!~', none],
  ['city~århus', ['/c 1', 1]],
  // Several must hold for one row.
  [['source:Google', 'country!:NL'], none],
  // The session from Google has /a, and a pageview that /a led to, but /a itself came from elsewhere.
  [['page:/a', 'referrer:https://blog.example/a'], none],
])('%j selects %j', async (filter, expected) => {
  expect(await select(filter)).toEqual(expected);
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
