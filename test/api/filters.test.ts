import { uuid7 } from '../harness/uuid7.ts';
import { hoursAgo, minutesAgo, type QueryService, startQueryService, visit } from './query-service.ts';
import { threeSessions } from './three-sessions.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
  await service.insert(threeSessions);
});
afterAll(() => service.stop());

/** The result of two reports with filters: `/a 1, /b 2` for pages and views, and the number of sessions. */
async function select(...filters: string[]) {
  const pages = await service.report('/pages', { filter: filters });
  const overview = await service.report('/overview', { filter: filters });
  expect([pages.body, overview.body]).toMatchObject([{ meta: { filters } }, { meta: { filters } }]);
  const { data } = pages.body as { data: { page_path: string; views: number }[] };
  const totals = overview.body as { data: { pageviews: number; sessions: number } };
  expect(totals.data.pageviews).toBe(data.reduce((sum, page) => sum + page.views, 0));
  const views = data.map((page) => `${page.page_path} ${page.views}`).sort();
  return [views.join(', '), totals.data.sessions];
}

const all = ['/a 1, /b 2, /c 2', 3];
const ofGoogle = ['/a 1, /b 1', 1];
const ofDirect = ['/b 1, /c 1', 1];
const ofChat = ['/c 1', 1];
const none = ['', 0];

test('without a filter there are three sessions', async () => {
  expect(await select()).toEqual(all);
});

describe('a session dimension selects sessions, and all their pageviews', () => {
  test.each([
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
  ])('%s', async (filter, expected) => {
    expect(await select(filter)).toEqual(expected);
  });
});

describe('page and referrer select pageviews, and the sessions that hold one', () => {
  test.each([
    ['page:/a', ['/a 1', 1]],
    ['page:/b', ['/b 2', 2]],
    ['page!:/c', ['/a 1, /b 2', 2]],
    ['referrer:https://blog.example/a', ['/b 1', 1]],
    ['referrer~blog.example', ['/b 1, /c 1', 2]],
    ['referrer:', ['/b 1, /c 1', 2]],
  ])('%s', async (filter, expected) => {
    expect(await select(filter)).toEqual(expected);
  });
});

describe('operators', () => {
  test.each([
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
  ])('%s', async (filter, expected) => {
    expect(await select(filter)).toEqual(expected);
  });
});

describe('several filters must hold for one row', () => {
  test.each([
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
  ])('%j', async (filters, expected) => {
    expect(await select(...filters)).toEqual(expected);
  });
});

describe('times', () => {
  test('a pageview of the period counts when its session matches, though it began before', async () => {
    const eve = { site_id: 'straddling', ...visit(minutesAgo(70)) };
    await service.insert([
      { ...eve, pinged_at: minutesAgo(70), page_path: '/before', source: 'Bing' },
      { ...eve, pinged_at: minutesAgo(50), page_path: '/after', source: 'Direct' },
      { ...eve, pinged_at: minutesAgo(20), page_path: '/last', source: 'Direct' },
    ]);
    const report = async (filter: string, start: string, end: string) => {
      const { body } = await service.report('/overview', { site_id: 'straddling', filter, start, end });
      const { data } = body as { data: { pageviews: number; sessions: number } };
      return [data.pageviews, data.sessions];
    };
    const [early, middle, late] = ['2026-11-21T09:00Z', '2026-11-21T09:15Z', '2026-11-21T09:45Z'];
    expect(await report('source:Bing', middle, late)).toEqual([1, 0]);
    // Its first and last pages are outside these periods.
    expect(await report('entry_page:/before', middle, late)).toEqual([1, 0]);
    expect(await report('exit_page:/last', early, middle)).toEqual([1, 1]);
    expect(await report('exit_page:/after', early, late)).toEqual([0, 0]);
    expect(await report('visitor_type:new', middle, late)).toEqual([1, 0]);
    // A session must have the page within the period.
    expect(await report('page:/after', early, middle)).toEqual([0, 0]);
    expect(await report('page:/after', early, late)).toEqual([1, 1]);
  });

  test('ids as old or as far ahead as allowed are found', async () => {
    const at = { site_id: 'slack' };
    const [day, tenMinutes] = [24 * 3_600_000, 10 * 60_000];
    const old = uuid7(minutesAgo(29) - day);
    const ahead = uuid7(minutesAgo(30) + tenMinutes);
    const lastOfAhead = minutesAgo(30) + tenMinutes + day;
    await service.insert([
      { ...at, session_id: old, pageview_id: old, pinged_at: minutesAgo(30), page_path: '/old' },
      {
        ...at,
        session_id: old,
        pageview_id: uuid7(minutesAgo(29) - day),
        pinged_at: minutesAgo(29),
        page_path: '/old-exit',
      },
      { ...at, session_id: ahead, pageview_id: ahead, pinged_at: minutesAgo(30), page_path: '/ahead' },
      {
        ...at,
        session_id: ahead,
        pageview_id: uuid7(lastOfAhead + tenMinutes),
        pinged_at: lastOfAhead,
        page_path: '/ahead-exit',
      },
    ]);
    const range = { ...at, start: '2026-11-21T09:45:00Z', end: '2026-11-21T09:45:00.001Z' };
    for (const [filter, paths] of [
      ['source:Direct', ['/ahead', '/old']],
      ['visitor_type:new', ['/ahead', '/old']],
      ['exit_page:/old-exit', ['/old']],
      ['exit_page:/ahead-exit', ['/ahead']],
    ] as const) {
      const pages = await service.report('/pages', { ...range, filter });
      expect(pages.body).toMatchObject({ data: paths.map((page_path) => ({ page_path })) });
      const overview = await service.report('/overview', { ...range, filter });
      expect(overview.body).toMatchObject({ data: { pageviews: paths.length, sessions: paths.length } });
    }
  });

  test('of pageviews entered at one time the one with the greater id is the exit', async () => {
    const at = { site_id: 'ties', ...visit(hoursAgo(2)), pinged_at: hoursAgo(1) };
    const time = uuid7(hoursAgo(1)).slice(0, 18);
    await service.insert([
      { ...at, pageview_id: `${time}-8fff-ffffffffffff`, page_path: '/lesser' },
      { ...at, pageview_id: `${time}-9000-000000000000`, page_path: '/greater' },
    ]);
    const { body } = await service.report('/overview', { site_id: 'ties', filter: 'exit_page:/greater' });
    expect(body).toMatchObject({ data: { sessions: 1 } });
  });

  test('a pageview id in two sessions is a pageview of each', async () => {
    const at = { site_id: 'woken', pageview_id: uuid7(hoursAgo(3)), page_path: '/open' };
    await service.insert([
      { ...at, ...visit(hoursAgo(3)), pinged_at: hoursAgo(3) },
      { ...at, ...visit(hoursAgo(1)), pinged_at: hoursAgo(1), type: 'engage' },
    ]);
    const { body } = await service.report('/overview', { site_id: 'woken', filter: 'exit_page:/open' });
    expect(body).toMatchObject({ data: { sessions: 2, pageviews: 2 } });
  });
});

test('realtime counts the pings of such sessions and pageviews', async () => {
  const at = { site_id: 'live' };
  const [gus, hal] = [visit(minutesAgo(40)), visit(minutesAgo(3))];
  const open = uuid7(minutesAgo(40));
  await service.insert([
    {
      ...at,
      ...gus,
      pageview_id: open,
      pinged_at: minutesAgo(40),
      page_path: '/a',
      source: 'Bing',
      referrer: 'https://bing.example/',
    },
    { ...at, ...gus, pageview_id: open, pinged_at: minutesAgo(4), page_path: '/a', type: 'engage' },
    { ...at, ...gus, pinged_at: minutesAgo(2), page_path: '/b' },
    { ...at, ...hal, pinged_at: minutesAgo(3), page_path: '/b' },
  ]);
  const pages = async (...filters: string[]) => {
    const { body } = await service.report('/realtime', { ...at, filter: filters });
    const { data } = body as { data: { pages: { page_path: string; active_visitors: number }[] } };
    return data.pages.map((page) => `${page.page_path} ${page.active_visitors}`);
  };
  expect(await pages()).toEqual(['/b 2']);
  expect(await pages('source:Bing')).toEqual(['/b 1']);
  expect(await pages('entry_page:/b')).toEqual(['/b 1']);
  expect(await pages('exit_page:/b', 'visitor_type:new')).toEqual(['/b 2']);
  expect(await pages('page:/a')).toEqual(['/a 1']);
  expect(await pages('referrer~bing')).toEqual(['/a 1']);
  expect(await pages('referrer~bing', 'source:Direct')).toEqual([]);
});
