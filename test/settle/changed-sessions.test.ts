import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { type QueryService, startQueryService } from '../api/query-service.ts';
import { uuid7 } from '../harness/uuid7.ts';

let service: QueryService;
beforeAll(async () => {
  service = await startQueryService();
});
afterAll(() => service.stop());

/** A start and an excluded end. */
type Range = [number, number];

const at = (time: string) => Date.parse(`2026-11-${time}Z`);

/** A session that goes on once its days are settled, as far from the time in its id as pings can be. */
interface Case {
  name: string;
  /** The time in the session's id. */
  made: number;
  /** Of a view of `/a`, before the days are settled, and of one of `/b` and another of `/a`, after that. */
  views: [number, number, number];
}

const cases: Case[] = [
  {
    name: 'over midnight',
    made: at('17T23:50:00'),
    views: [at('17T23:50:00'), at('18T00:00:00'), at('18T00:05:00')],
  },
  {
    name: 'until a day after its id, whose hour begins earlier',
    made: at('17T09:59:59.999'),
    views: [at('17T09:59:59.999'), at('18T09:30:00'), at('18T09:59:59.999')],
  },
  {
    name: 'with an id ten minutes ahead, of the next day',
    made: at('18T00:00:00'),
    views: [at('17T23:50:00'), at('17T23:50:00.001'), at('17T23:59:59.999')],
  },
  {
    name: 'with an id ten minutes ahead, until a day after it',
    made: at('17T00:05:00'),
    views: [at('16T23:55:00'), at('17T23:59:59.999'), at('18T00:05:00')],
  },
];

const dates = ['2026-11-16', '2026-11-17', '2026-11-18'];

async function settle(): Promise<void> {
  for (const table of settledTables)
    for (const date of dates) await rebuildDay(service.database.client, table, date, { lagMs: 0 });
}

async function data(path: string, site_id: string, range: Range, more: Record<string, string> = {}) {
  const [start, end] = range.map((time) => new Date(time).toISOString());
  const { status, body } = await service.report(path, { site_id, start: `${start}`, end: `${end}`, ...more });
  if (status !== 200) throw new Error(JSON.stringify(body));
  return Object(body).data;
}

/** What the reports say of the session in a range: its views, whether it began and bounced, and how `/a` was read. */
async function reported(site: string, range: Range, filter: Record<string, string> = {}) {
  const [overview, pages, sources, exits, left, read] = await Promise.all([
    data('/overview', site, range, filter),
    data('/pages', site, range, filter),
    data('/sources', site, range, filter),
    data('/breakdown', site, range, { ...filter, dimension: 'exit_page' }),
    data('/overview', site, range, { filter: 'exit_page:/b' }),
    data('/pages/%2Fa/engagement', site, range, filter),
  ]);
  const views = pages.map(({ page_path, views }: Record<string, unknown>) => `${page_path} ${views}`);
  const next = read.next_pages.map(
    ({ page_path, views }: Record<string, unknown>) => `${page_path} ${views}`,
  );
  return {
    pageviews: overview.pageviews,
    sessions: overview.sessions,
    bounceRate: overview.bounce_rate,
    pages: views.sort(),
    visits: sources.map(({ visits }: Record<string, unknown>) => visits),
    exits: exits.map(({ value, visits }: Record<string, unknown>) => `${value} ${visits}`),
    leftFromB: { pageviews: left.pageviews, sessions: left.sessions },
    ofA: { views: read.views, unique: read.unique_views, entries: read.entries, exits: read.exits, next },
  };
}

/** The same, by definition. */
function counted(views: readonly { page: string; time: number }[], [start, end]: Range) {
  const within = views.filter(({ time }) => time >= start && time < end);
  const began = within.includes(views[0] ?? { page: '', time: 0 });
  const of = (page: string) => within.filter((view) => view.page === page).length;
  const nextOf = (time: number) => views.find((view) => view.time > time && view.page !== '/a')?.page;
  const next = within.flatMap(({ page, time }) => (page === '/a' ? (nextOf(time) ?? 'none') : []));
  const last = views.at(-1)?.page;
  const none = { pageviews: 0, sessions: 0 };
  const toB = next.filter((page) => page === '/b').length;
  return {
    pageviews: within.length,
    sessions: began ? 1 : 0,
    bounceRate: began ? (views.length === 1 ? 100 : 0) : null,
    pages: ['/a', '/b'].flatMap((page) => (of(page) > 0 ? `${page} ${of(page)}` : [])),
    visits: began ? [1] : [],
    exits: began ? [`${last} 1`] : [],
    leftFromB: last === '/b' ? { pageviews: within.length, sessions: began ? 1 : 0 } : none,
    ofA: {
      views: of('/a'),
      unique: of('/a') > 0 ? 1 : 0,
      entries: began ? 1 : 0,
      exits: next.length - toB,
      next: toB > 0 ? [`/b ${toB}`] : [],
    },
  };
}

test('a session that goes on after its days were settled counts as it is', async () => {
  const sessions = cases.map(({ name, made, views }, index) => {
    const site_id = `site-${index}`;
    const ids = { site_id, visitor_id: uuid7(made), session_id: uuid7(made) };
    const visited = views.map((time, view) => ({ page: view === 1 ? '/b' : '/a', time }));
    const pings = visited.map(({ page, time }, view) => ({
      ...ids,
      pageview_id: uuid7(time),
      pinged_at: time,
      page_path: page,
      referrer: view === 2 ? 'https://later.example/' : '',
    }));
    const [first, second, third] = views;
    const ranges: Range[] = [
      [first, first + 1],
      [second, second + 1],
      [third, third + 1],
      [first + 1, third + 1],
      [at('17T00:00:00'), at('18T00:00:00')],
      [at('18T00:00:00'), at('19T00:00:00')],
    ];
    return { name, site_id, visited, pings, ranges, whole: [first, third + 1] satisfies Range };
  });
  const expectAll = async (state: string, views: number) => {
    for (const { name, site_id, visited, ranges } of sessions) {
      for (const range of ranges) {
        const found = await reported(site_id, range);
        const expected = counted(visited.slice(0, views), range);
        expect({ state, name, range, found }).toEqual({ state, name, range, found: expected });
      }
    }
  };
  await service.insert(sessions.flatMap(({ pings }) => pings.slice(0, 1)));
  await expectAll('live', 1);
  await settle();
  await expectAll('settled', 1);
  await service.insert(sessions.flatMap(({ pings }) => pings.slice(1, 2)));
  await expectAll('changed', 2);
  await service.insert(sessions.flatMap(({ pings }) => pings.slice(2)));
  await expectAll('changed', 3);
  // Only the last view has the referrer: of those that pass it is the first.
  for (const { name, site_id, whole } of sessions) {
    const { ofA } = await reported(site_id, whole, { filter: 'referrer:https://later.example/' });
    expect([name, ofA]).toEqual([name, { views: 1, unique: 1, entries: 0, exits: 1, next: [] }]);
  }
});
