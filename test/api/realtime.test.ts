import { emptyRow } from '@tallyhouse/ping';
import { uuid7 } from '../harness/uuid7.ts';
import { meta as weekMeta } from './meta.ts';
import { iso, minutesAgo, now, ping, seen, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

const meta = { ...weekMeta, start: '2026-11-21T10:10:00.000Z' };

/** A recent pageview. */
const recent = (site_id: string, at: number, page_path: string, more: object = {}) => {
  const unknown = { page_title: '', source: 'Direct', country: '' };
  return { site_id, entered_at: iso(at), page_path, ...unknown, ...more };
};

beforeAll(async () => {
  const ada = visit(minutesAgo(200));
  await service.insert([
    // Ada came from Google 200 minutes ago; within the site her source is the site's own.
    ping(minutesAgo(200), ada, { page_path: '/start', source: 'Google', country: 'NL' }),
    ping(minutesAgo(4), ada, { page_path: '/a', page_title: 'Old' }),
    ping(minutesAgo(3), ada, { page_path: '/b', page_title: '<b>B</b>' }),
    ping(minutesAgo(1), ada, { page_path: '/a', page_title: '' }),
    seen(minutesAgo(4) + 1, { page_path: '/a', page_title: 'New' }),
    seen(now, { page_path: '/c', source: 'Google', country: 'NL' }),
    // Just outside the window, on either side, and on another site.
    seen(minutesAgo(5)),
    seen(now + 1),
    seen(minutesAgo(2), { site_id: 'shop' }),
  ]);
});

test('no visitors: zeros and empty lists', async () => {
  const { status, body } = await service.report('/realtime', { site_id: 'empty' });
  expect(status).toBe(200);
  expect(body).toEqual({
    meta: { ...meta, site_id: 'empty', sites: ['empty'] },
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
  const { body } = await service.report('/realtime');
  const google = { source: 'Google', country: 'NL' };
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
        recent('blog', now, '/c', google),
        recent('blog', minutesAgo(1), '/a', google),
        recent('blog', minutesAgo(3), '/b', { ...google, page_title: '<b>B</b>' }),
        recent('blog', minutesAgo(4) + 1, '/a', { page_title: 'New' }),
        recent('blog', minutesAgo(4), '/a', { ...google, page_title: 'Old' }),
        recent('blog', minutesAgo(5), '/'),
      ],
    },
  });
});

test('limit applies to each list, and the time parameters have no effect', async () => {
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
});

test('filters select sessions, and pings: a visitor is on the page of its latest matching one', async () => {
  const on = (page_path: string) => ({ page_path, active_visitors: 1 });
  expect(await service.data('/realtime', { filter: 'source:Google' })).toMatchObject({
    active_visitors: 2,
    pages: [on('/a'), on('/c')],
  });
  expect(await service.data('/realtime', { filter: 'page:/b' })).toMatchObject({
    active_visitors: 1,
    pages: [on('/b')],
  });
});

test('a ping stored twice counts once', async () => {
  const dan = seen(minutesAgo(2), { site_id: 'twice', ping_id: uuid7(minutesAgo(2)) });
  await service.insert([dan]);
  await service.insert([{ ...dan, word_count: 1 }]);
  expect(await service.data('/realtime', { site_id: 'twice' })).toMatchObject({
    active_visitors: 1,
    active_sessions: 1,
    per_minute: [0, 0, 1, 0, 0],
  });
});

test('a visitor in two sessions counts once, with the source of the later session', async () => {
  const at = { site_id: 'two-sessions' };
  const { visitor_id, session_id } = visit(minutesAgo(4));
  await service.insert([
    seen(minutesAgo(4), { ...at, visitor_id, session_id, source: 'Google', country: 'NL' }),
    seen(minutesAgo(2), { ...at, visitor_id, source: 'Bing', country: 'BE' }),
  ]);
  expect(await service.data('/realtime', at)).toMatchObject({
    active_visitors: 1,
    active_sessions: 2,
    countries: [{ country: 'BE', active_visitors: 1 }],
    sources: [{ source: 'Bing', active_visitors: 1 }],
    per_minute: [1, 0, 1, 0, 0],
  });
});

test('recent pageviews are those entered within half an hour; minutes count everyone who was there', async () => {
  const site_id = 'half-hour';
  const ada = { site_id, ...visit(minutesAgo(45)) };
  const ben = { site_id, ...visit(minutesAgo(29)) };
  const read = { ...ada, pageview_id: uuid7(minutesAgo(45)), page_path: '/read', source: 'Bing' };
  const next = { ...ada, pageview_id: uuid7(minutesAgo(12)), page_path: '/next' };
  await service.insert([
    // Entered too early for the list, read until now.
    ping(minutesAgo(45), read),
    ping(minutesAgo(20), read, { type: 'engage' }),
    // A pageview with three pings, one of them stored first though it came last, is one row.
    ping(minutesAgo(10), next, { type: 'engage' }),
    ping(minutesAgo(12), next, { page_title: 'Next' }),
    ping(minutesAgo(11.5), next, { type: 'engage' }),
    // On either edge of the window: the first is just outside.
    ping(minutesAgo(30), ben, { page_path: '/early' }),
    ping(minutesAgo(30) + 1, ben, { page_path: '/edge', country: 'NL' }),
    // An event is nobody's pageview.
    ping(minutesAgo(2), ben, { event: 'Signup', pageview_id: emptyRow.pageview_id }),
  ]);
  const there = [0, 9, 17, 18, 19];
  const onNext = recent(site_id, minutesAgo(12), '/next', { page_title: 'Next', source: 'Bing' });
  expect(await service.data('/realtime', { site_id })).toMatchObject({
    active_visitors: 0,
    minutes: Array.from({ length: 30 }, (_, minute) => Number(there.includes(minute))),
    recent: [onNext, recent(site_id, minutesAgo(30) + 1, '/edge')],
  });
  expect(await service.data('/realtime', { site_id, filter: 'source:Bing' })).toMatchObject({
    recent: [{ page_path: '/next' }],
  });
  expect(await service.data('/realtime', { site_id, filter: 'page:/edge' })).toMatchObject({
    minutes: [1, ...Array(29).fill(0)],
    recent: [{ page_path: '/edge' }],
  });
});

test('of several sites each has its own visitors, and recent pageviews name their site', async () => {
  const both = visit(minutesAgo(3));
  // Sessions with one id on two sites, from two sources.
  await service.insert([
    seen(minutesAgo(3), { ...both, site_id: 'north', page_path: '/n', source: 'Google' }),
    seen(minutesAgo(2), { ...both, site_id: 'south', page_path: '/s', source: 'Bing' }),
    seen(minutesAgo(1), { site_id: 'south', page_path: '/s' }),
  ]);
  expect(await service.data('/realtime', { site_id: 'north,south' })).toMatchObject({
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
  });
});
