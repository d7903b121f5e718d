import { emptyRow } from '@tallyhouse/ping';
import { listMeta } from './meta.ts';
import { hoursAgo, minutesAgo, type QueryService, startQueryService, visit } from './query-service.ts';

let service: QueryService;
beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

/** Stores a session: minutes ago, and a path or the name of an event. */
async function session(site_id: string, ...nodes: [number, string][]) {
  const ids = visit(minutesAgo(nodes[0]?.[0] ?? 0));
  await service.insert(
    nodes.map(([minutes, text]) => ({
      site_id,
      ...ids,
      pinged_at: minutesAgo(minutes),
      ...(text.startsWith('/') ? { page_path: text } : { event: text }),
    })),
  );
  return ids;
}

async function journeys(site_id: string, parameters: Record<string, string | string[]> = {}) {
  const { status, body } = await service.report('/journeys', { site_id, ...parameters });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body as { meta: unknown; data: { path: unknown[] }[] };
}

/** Texts with a slash are pages. */
const path = (...texts: string[]) =>
  texts.map((text) => (text.startsWith('/') ? { page: text } : { event: text }));
const journey = (sessions: number, percentage: number, ...texts: string[]) => ({
  path: path(...texts),
  sessions,
  percentage,
});

test('the first nodes of each session, by sessions, then path', async () => {
  const site_id = 'ways';
  await session(site_id, [60, '/'], [59, '/pricing'], [58, 'Signup'], [57, '/welcome']);
  await session(site_id, [60, '/'], [59, '/'], [58, '/pricing'], [57, 'Signup'], [56, 'Signup']);
  await session(site_id, [60, '/about']);
  await session(site_id, [60, '/'], [59, '/about']);
  expect(await journeys(site_id)).toEqual({
    meta: { ...listMeta, site_id, sites: [site_id], total: 3 },
    data: [
      journey(2, 50, '/', '/pricing', 'Signup'),
      journey(1, 25, '/', '/about'),
      journey(1, 25, '/about'),
    ],
  });
  expect((await journeys(site_id, { depth: '2', limit: '1', offset: '1' })).data).toEqual([
    journey(1, 25, '/', '/about'),
  ]);
  expect((await journeys(site_id, { depth: '6', limit: '1' })).data).toEqual([journey(1, 25, '/', '/about')]);
});

test('from the first match of a goal on, or up to the last one', async () => {
  const site_id = 'anchored';
  await session(site_id, [60, '/a'], [59, '/b'], [58, '/a'], [57, '/c'], [56, 'Buy'], [55, '/d'], [54, '/a']);
  await session(site_id, [60, '/b'], [59, '/b'], [58, '/c']);
  await session(site_id, [60, '/x']);
  const data = async (parameters: Record<string, string>) => (await journeys(site_id, parameters)).data;
  expect(await data({ from: 'page:/b' })).toEqual([
    journey(1, 50, '/b', '/a', '/c'),
    journey(1, 50, '/b', '/c'),
  ]);
  expect(await data({ to: 'page:/c', depth: '2' })).toEqual([
    journey(1, 50, '/a', '/c'),
    journey(1, 50, '/b', '/c'),
  ]);
  expect(await data({ to: 'page:/a', depth: '4' })).toEqual([journey(1, 100, '/c', 'Buy', '/d', '/a')]);
  expect(await data({ to: 'event:Buy', depth: '6' })).toEqual([
    journey(1, 100, '/a', '/b', '/a', '/c', 'Buy'),
  ]);
  expect(await data({ from: 'event:Nothing' })).toEqual([]);
});

test('nodes of one millisecond: pageviews by their ids, then events by theirs', async () => {
  const site_id = 'moment';
  const at = { site_id, ...visit(minutesAgo(30)), pinged_at: minutesAgo(30) };
  const id = (last: string) => `019aa64f-1e00-7000-8000-00000000000${last}`;
  await service.insert([
    { ...at, event: 'B', ping_id: id('1') },
    { ...at, page_path: '/2', pageview_id: id('2') },
    { ...at, event: 'A', ping_id: id('2') },
    { ...at, page_path: '/1', pageview_id: id('3') },
  ]);
  expect((await journeys(site_id, { depth: '6' })).data).toEqual([journey(1, 100, '/2', '/1', 'B', 'A')]);
});

test('a session that began in the period is counted whole; filters select sessions', async () => {
  const site_id = 'whole';
  const midnight = Date.parse('2026-11-18T00:00:00.000Z');
  const ids = { site_id, ...visit(midnight - 60_000) };
  await service.insert([
    { ...ids, pinged_at: midnight - 60_000, page_path: '/a', source: 'Google' },
    { ...ids, pinged_at: midnight + 60_000, page_path: '/b' },
    // Much later, and without a visitor: a refund.
    { ...ids, visitor_id: emptyRow.visitor_id, pinged_at: hoursAgo(1), event: 'Refund' },
    // Of no session.
    { ...ids, ...visit(midnight), session_id: emptyRow.session_id, pinged_at: midnight, event: 'Call' },
  ]);
  const on = (date: string, filter: string[] = []) => journeys(site_id, { start: date, end: date, filter });
  const whole = [journey(1, 100, '/a', '/b', 'Refund')];
  expect((await on('2026-11-17')).data).toEqual(whole);
  expect((await on('2026-11-18')).data).toEqual([]);
  expect((await on('2026-11-17', ['source:Google'])).data).toEqual(whole);
  expect((await on('2026-11-17', ['page:/a'])).data).toEqual(whole);
  // Not in the period.
  expect((await on('2026-11-17', ['page:/b'])).data).toEqual([]);
  expect((await on('2026-11-17', ['event:Refund'])).data).toEqual([]);
  expect((await on('2026-11-17', ['exit_page:/b'])).data).toEqual(whole);
});

test.each([
  [{ depth: '1' }, 'depth', 'depth must be a whole number from 2 to 6.'],
  [{ depth: '7' }, 'depth', 'depth must be a whole number from 2 to 6.'],
  [{ from: 'name:Unknown' }, 'from', 'from: no site asked for has a goal with the name Unknown.'],
  [{ to: 'Signup' }, 'to', 'to must be conditions between ";"'],
  [{ from: 'page:/a', to: 'page:/b' }, 'to', 'to must not be sent together with from.'],
])('%j is refused', async (parameters: Record<string, string>, parameter, message) => {
  const { status, body } = await service.report('/journeys', parameters);
  expect({ status, body }).toEqual({
    status: 400,
    body: { error: { code: 'invalid_parameter', message: expect.stringContaining(message), parameter } },
  });
});
