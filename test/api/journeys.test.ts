import { emptyRow } from '@tallyhouse/ping';
import { listMetaOf } from './meta.ts';
import { hoursAgo, minutesAgo, ping, visit } from './present.ts';
import { forAllTests, joinQueryService } from './shared-service.ts';

const service = forAllTests(joinQueryService);

/** Stores a session: minutes ago, and a path or the name of an event. */
async function session(site_id: string, ...nodes: [number, string][]) {
  const ids = { site_id, ...visit(minutesAgo(nodes[0]?.[0] ?? 0)) };
  await service.insert(
    nodes.map(([minutes, text]) =>
      ping(minutesAgo(minutes), ids, text.startsWith('/') ? { page_path: text } : { event: text }),
    ),
  );
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
  const { body } = await service.report('/journeys', { site_id });
  expect(body).toEqual({
    meta: listMetaOf(site_id, 3),
    data: [
      journey(2, 50, '/', '/pricing', 'Signup'),
      journey(1, 25, '/', '/about'),
      journey(1, 25, '/about'),
    ],
  });
  const second = { site_id, depth: '2', limit: '1', offset: '1' };
  expect(await service.data('/journeys', second)).toEqual([journey(1, 25, '/', '/about')]);
  const deep = { site_id, depth: '6', limit: '1' };
  expect(await service.data('/journeys', deep)).toEqual([journey(1, 25, '/', '/about')]);
});

test('from the first match of a goal on, or up to the last one', async () => {
  const site_id = 'anchored';
  await session(site_id, [60, '/a'], [59, '/b'], [58, '/a'], [57, '/c'], [56, 'Buy'], [55, '/d'], [54, '/a']);
  await session(site_id, [60, '/b'], [59, '/b'], [58, '/c']);
  await session(site_id, [60, '/x']);
  const data = (parameters: Record<string, string>) => service.data('/journeys', { site_id, ...parameters });
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
  const at = { site_id, ...visit(minutesAgo(30)) };
  const id = (last: string) => `019aa64f-1e00-7000-8000-00000000000${last}`;
  await service.insert([
    ping(minutesAgo(30), at, { event: 'B', ping_id: id('1') }),
    ping(minutesAgo(30), at, { page_path: '/2', pageview_id: id('2') }),
    ping(minutesAgo(30), at, { event: 'A', ping_id: id('2') }),
    ping(minutesAgo(30), at, { page_path: '/1', pageview_id: id('3') }),
  ]);
  expect(await service.data('/journeys', { site_id, depth: '6' })).toEqual([
    journey(1, 100, '/2', '/1', 'B', 'A'),
  ]);
});

test('a session that began in the period is counted whole; filters select sessions', async () => {
  const site_id = 'whole';
  const midnight = Date.parse('2026-11-18T00:00:00.000Z');
  const ids = { site_id, ...visit(midnight - 60_000) };
  const ofNobody = { ...ids, visitor_id: emptyRow.visitor_id };
  await service.insert([
    ping(midnight - 60_000, ids, { page_path: '/a', source: 'Google' }),
    ping(midnight + 60_000, ids, { page_path: '/b' }),
    // Much later, and without a visitor: a refund.
    ping(hoursAgo(1), ofNobody, { event: 'Refund' }),
    // Of no session.
    ping(midnight, { ...ids, session_id: emptyRow.session_id }, { event: 'Call' }),
  ]);
  const whole = [journey(1, 100, '/a', '/b', 'Refund')];
  for (const [date, filter, expected] of [
    ['2026-11-17', [], whole],
    ['2026-11-18', [], []],
    ['2026-11-17', ['source:Google'], whole],
    ['2026-11-17', ['page:/a'], whole],
    // Not in the period.
    ['2026-11-17', ['page:/b'], []],
    ['2026-11-17', ['event:Refund'], []],
    ['2026-11-17', ['exit_page:/b'], whole],
  ] as const) {
    const asked = { site_id, start: date, end: date, filter: [...filter] };
    expect({ filter, data: await service.data('/journeys', asked) }).toEqual({ filter, data: expected });
  }
});
