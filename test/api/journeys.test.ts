import { listMetaOf } from './meta.ts';
import { minutesAgo, ping, visit } from './present.ts';
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
