import { emptyRow } from '@tallyhouse/ping';
import { uuid7 } from '../harness/uuid7.ts';
import { minutesAgo, now, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;

beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

const blog = { site_id: 'blog' };
const iso = (at: number) => new Date(at).toISOString();

const meta = {
  site_id: 'blog',
  sites: ['blog'],
  start: '2026-11-21T10:10:00.000Z',
  end: '2026-11-21T10:15:00.000Z',
  timezone: 'UTC',
  filters: [],
};

test('no visitors: zeros and empty lists', async () => {
  const { status, body } = await service.report('/realtime');
  expect(status).toBe(200);
  expect(body).toEqual({
    meta,
    data: {
      active_visitors: 0,
      active_sessions: 0,
      pages: [],
      countries: [],
      sources: [],
      sites: [],
      per_minute: [0, 0, 0, 0, 0],
      minutes: Array(30).fill(0),
      recent: [],
    },
  });
});

test('counts the visitors of the last five minutes, each on the page of its latest ping', async () => {
  const ada = visit(minutesAgo(200));
  const ben = visit(minutesAgo(4));
  const cyd = visit(minutesAgo(1));
  await service.insert([
    // Ada came from Google 200 minutes ago; within the site her source is the site's own.
    { ...ada, pinged_at: minutesAgo(200), page_path: '/start', source: 'Google', country: 'NL' },
    { ...ada, pinged_at: minutesAgo(4), page_path: '/a', page_title: 'Old', source: 'Direct' },
    { ...ada, pinged_at: minutesAgo(3), page_path: '/b', page_title: '<b>B</b>', source: 'Direct' },
    { ...ada, pinged_at: minutesAgo(1), page_path: '/a', page_title: '', source: 'Direct' },
    { ...ben, pinged_at: minutesAgo(4) + 1, page_path: '/a', page_title: 'New' },
    { ...cyd, pinged_at: now, page_path: '/c', source: 'Google', country: 'NL' },
    // Just outside the window, on either side, and on another site.
    { ...visit(minutesAgo(6)), pinged_at: minutesAgo(5) },
    { ...visit(minutesAgo(0)), pinged_at: now + 1 },
    { ...visit(minutesAgo(2)), pinged_at: minutesAgo(2), site_id: 'shop' },
  ]);
  const { body } = await service.report('/realtime');
  expect(body).toEqual({
    meta,
    data: {
      active_visitors: 3,
      active_sessions: 3,
      pages: [
        { page_path: '/a', page_title: 'New', active_visitors: 2 },
        { page_path: '/c', page_title: '', active_visitors: 1 },
      ],
      countries: [
        { country: 'NL', active_visitors: 2 },
        { country: '', active_visitors: 1 },
      ],
      sources: [
        { source: 'Google', active_visitors: 2 },
        { source: 'Direct', active_visitors: 1 },
      ],
      sites: [{ site_id: 'blog', active_visitors: 3 }],
      per_minute: [1, 2, 0, 1, 1],
      minutes: [...Array(24).fill(0), 1, 1, 2, 0, 1, 1],
      recent: [
        { ...blog, entered_at: iso(now), page_path: '/c', page_title: '', source: 'Google', country: 'NL' },
        {
          ...blog,
          entered_at: iso(minutesAgo(1)),
          page_path: '/a',
          page_title: '',
          source: 'Google',
          country: 'NL',
        },
        {
          ...blog,
          entered_at: iso(minutesAgo(3)),
          page_path: '/b',
          page_title: '<b>B</b>',
          source: 'Google',
          country: 'NL',
        },
        {
          ...blog,
          entered_at: iso(minutesAgo(4) + 1),
          page_path: '/a',
          page_title: 'New',
          source: 'Direct',
          country: '',
        },
        {
          ...blog,
          entered_at: iso(minutesAgo(4)),
          page_path: '/a',
          page_title: 'Old',
          source: 'Google',
          country: 'NL',
        },
        {
          ...blog,
          entered_at: iso(minutesAgo(5)),
          page_path: '/',
          page_title: '',
          source: 'Direct',
          country: '',
        },
      ],
    },
  });
});

test('limit applies to each list, and the time parameters are checked but have no effect', async () => {
  const { body } = await service.report('/realtime', { limit: '1', period: '30d', start: '2026-01-01' });
  expect(body).toMatchObject({
    meta,
    data: {
      active_visitors: 3,
      pages: [{ page_path: '/a' }],
      countries: [{ country: 'NL' }],
      sources: [{ source: 'Google' }],
      recent: [{ page_path: '/c' }],
    },
  });
  const refused = await service.report('/realtime', { period: 'soon' });
  expect(refused.status).toBe(400);
});

test('a ping stored twice counts once', async () => {
  const dan = { ...visit(minutesAgo(2)), ping_id: uuid7(minutesAgo(2)), pinged_at: minutesAgo(2) };
  await service.insert([{ ...dan, site_id: 'twice' }]);
  await service.insert([{ ...dan, site_id: 'twice', word_count: 1 }]);
  const { body } = await service.report('/realtime', { site_id: 'twice' });
  expect(body).toMatchObject({
    data: { active_visitors: 1, active_sessions: 1, per_minute: [0, 0, 1, 0, 0] },
  });
});

test('a visitor in two sessions counts once, with the source of the later session', async () => {
  const at = { site_id: 'two-sessions' };
  const [earlier, later] = [visit(minutesAgo(4)), visit(minutesAgo(2))];
  const { visitor_id } = earlier;
  await service.insert([
    { ...at, ...earlier, pinged_at: minutesAgo(4), source: 'Google', country: 'NL' },
    { ...at, ...later, visitor_id, pinged_at: minutesAgo(2), source: 'Bing', country: 'BE' },
  ]);
  const { body } = await service.report('/realtime', at);
  expect(body).toMatchObject({
    data: {
      active_visitors: 1,
      active_sessions: 2,
      countries: [{ country: 'BE', active_visitors: 1 }],
      sources: [{ source: 'Bing', active_visitors: 1 }],
      per_minute: [1, 0, 1, 0, 0],
    },
  });
});

test('recent pageviews are those entered within half an hour; minutes count everyone who was there', async () => {
  const at = { site_id: 'half-hour' };
  const ada = visit(minutesAgo(45));
  const ben = visit(minutesAgo(29));
  const read = uuid7(minutesAgo(45));
  const next = uuid7(minutesAgo(12));
  await service.insert([
    // Entered too early for the list, read until now.
    { ...at, ...ada, pageview_id: read, pinged_at: minutesAgo(45), page_path: '/read', source: 'Bing' },
    {
      ...at,
      ...ada,
      pageview_id: read,
      pinged_at: minutesAgo(20),
      page_path: '/read',
      type: 'engage',
      source: 'Bing',
    },
    // A pageview with three pings, one of them stored first though it came last, is one row.
    { ...at, ...ada, pageview_id: next, pinged_at: minutesAgo(10), page_path: '/next', type: 'engage' },
    {
      ...at,
      ...ada,
      pageview_id: next,
      pinged_at: minutesAgo(12),
      page_path: '/next',
      page_title: 'Next',
    },
    { ...at, ...ada, pageview_id: next, pinged_at: minutesAgo(11.5), page_path: '/next', type: 'engage' },
    // On either edge of the window: the first is just outside.
    { ...at, ...ben, pinged_at: minutesAgo(30), page_path: '/early' },
    { ...at, ...ben, pinged_at: minutesAgo(30) + 1, page_path: '/edge', country: 'NL' },
    // An event is nobody's pageview.
    { ...at, ...ben, pinged_at: minutesAgo(2), event: 'Signup', pageview_id: emptyRow.pageview_id },
  ]);
  const { body } = await service.report('/realtime', at);
  const minutes = Array(30).fill(0);
  for (const [index, visitors] of [
    [0, 1],
    [9, 1],
    [17, 1],
    [18, 1],
    [19, 1],
  ] as const)
    minutes[index] = visitors;
  expect(body).toMatchObject({
    data: {
      active_visitors: 0,
      minutes,
      recent: [
        {
          ...at,
          entered_at: iso(minutesAgo(12)),
          page_path: '/next',
          page_title: 'Next',
          source: 'Bing',
          country: '',
        },
        {
          ...at,
          entered_at: iso(minutesAgo(30) + 1),
          page_path: '/edge',
          page_title: '',
          source: 'Direct',
          country: '',
        },
      ],
    },
  });
  const filtered = await service.report('/realtime', { ...at, filter: 'source:Bing' });
  expect(filtered.body).toMatchObject({ data: { recent: [{ page_path: '/next' }] } });
  const onPage = await service.report('/realtime', { ...at, filter: 'page:/edge' });
  expect(onPage.body).toMatchObject({
    data: { minutes: [1, ...Array(29).fill(0)], recent: [{ page_path: '/edge' }] },
  });
});

test('of several sites each has its own visitors, and recent pageviews name their site', async () => {
  const both = visit(minutesAgo(3));
  const other = visit(minutesAgo(2));
  // Sessions with one id on two sites, from two sources.
  await service.insert([
    { ...both, site_id: 'north', pinged_at: minutesAgo(3), page_path: '/n', source: 'Google' },
    { ...both, site_id: 'south', pinged_at: minutesAgo(2), page_path: '/s', source: 'Bing' },
    { ...other, site_id: 'south', pinged_at: minutesAgo(1), page_path: '/s' },
  ]);
  const { body } = await service.report('/realtime', { site_id: 'north,south' });
  expect(body).toMatchObject({
    data: {
      active_visitors: 2,
      sites: [
        { site_id: 'south', active_visitors: 2 },
        { site_id: 'north', active_visitors: 1 },
      ],
      minutes: [...Array(26).fill(0), 1, 1, 1, 0],
      recent: [
        { site_id: 'south', page_path: '/s', source: 'Direct' },
        { site_id: 'south', page_path: '/s', source: 'Bing' },
        { site_id: 'north', page_path: '/n', source: 'Google' },
      ],
    },
  });
});
