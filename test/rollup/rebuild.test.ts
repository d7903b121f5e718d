import { dueDays, rebuildDay, rollups } from '@tallyhouse/clickhouse';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';

// A rebuild of all tables is some fifty statements.
jest.setTimeout(120_000);

const settled = { settled: 0 };
const hour = 3_600_000;
/** A Wednesday of the past, so that all its hours are over. */
const date = '2026-10-14';
const midnight = Date.parse(date);

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

async function rows(query: string): Promise<unknown[]> {
  return (await db.client.query({ query, format: 'JSONEachRow' })).json();
}

async function rebuildAll(dates = [date]): Promise<void> {
  for (const rollup of rollups) for (const date of dates) await rebuildDay(db.client, rollup, date, settled);
}

async function due(table: string): Promise<string[]> {
  const rollup = rollups.find((one) => one.table === table);
  if (rollup === undefined) throw new Error(`no rollup ${table}`);
  return dueDays(db.client, rollup);
}

/** A visit of so many pages, one a minute. */
function visit(at: number, pages: string[], visitor_id = uuid7(at)) {
  const session_id = uuid7(at);
  return pages.map((page_path, index) => {
    const pinged_at = at + index * 60_000;
    return { pinged_at, visitor_id, session_id, pageview_id: uuid7(pinged_at), page_path };
  });
}

/** Of each rollup, its rows as texts. */
const contents = () =>
  Promise.all(
    rollups.map(async ({ table }) => {
      const found = await rows(`select * except complete_until from ${table}`);
      return found.map((row) => JSON.stringify(row)).sort();
    }),
  );

test('a day holds what the entity tables hold, in slots of each length', async () => {
  await insertPings(db.client, [
    ...visit(midnight + 10 * hour + 50 * 60_000, ['/a', '/b', '/a']),
    ...visit(midnight + 11 * hour, ['/a']),
    ...visit(midnight - 1, ['/yesterday']),
    ...visit(midnight + 24 * hour, ['/tomorrow']),
  ]);
  await rebuildAll();
  expect(
    await rows(`select minutes, toString(slot) as slot, views, finalizeAggregation(visitors) as visitors, sessions, bounces, duration_ms
      from totals where site_id = 'blog' order by minutes, slot`),
  ).toEqual([
    {
      minutes: 15,
      slot: '2026-10-14 10:45:00',
      views: 3,
      visitors: 1,
      sessions: 1,
      bounces: 0,
      duration_ms: 120_000,
    },
    {
      minutes: 15,
      slot: '2026-10-14 11:00:00',
      views: 1,
      visitors: 1,
      sessions: 1,
      bounces: 1,
      duration_ms: 0,
    },
    {
      minutes: 60,
      slot: '2026-10-14 10:00:00',
      views: 3,
      visitors: 1,
      sessions: 1,
      bounces: 0,
      duration_ms: 120_000,
    },
    {
      minutes: 60,
      slot: '2026-10-14 11:00:00',
      views: 1,
      visitors: 1,
      sessions: 1,
      bounces: 1,
      duration_ms: 0,
    },
    {
      minutes: 1440,
      slot: '2026-10-14 00:00:00',
      views: 4,
      visitors: 2,
      sessions: 2,
      bounces: 1,
      duration_ms: 120_000,
    },
  ]);
  expect(
    await rows(
      `select page_path, views, first_views from page_views where site_id = 'blog' and minutes = 1440 order by page_path`,
    ),
  ).toEqual([
    { page_path: '/a', views: 3, first_views: 2 },
    { page_path: '/b', views: 1, first_views: 1 },
  ]);
});

test('a run that took longer than one which began later does not undo it', async () => {
  const [totals] = rollups;
  if (totals === undefined) throw new Error('no rollups');
  await insertPings(db.client, visit(midnight + 10 * hour, ['/a']));
  await rebuildDay(db.client, totals, date, settled);
  await insertPings(db.client, visit(midnight + 11 * hour, ['/b']));
  // Complete up to two minutes before the other: what it holds is as good as from then.
  await rebuildDay(db.client, totals, date);
  expect(await rows(`select sum(views) as views from totals where minutes = 1440`)).toEqual([{ views: 1 }]);
  await rebuildDay(db.client, totals, date, settled);
  expect(await rows(`select sum(views) as views from totals where minutes = 1440`)).toEqual([{ views: 2 }]);
});

test('a session that views a page before and after an hour is carried over its edge, also between two days', async () => {
  const at = midnight + 24 * hour - 60_000;
  const pings = visit(at, ['/a', '/a', '/b']);
  await insertPings(db.client, pings);
  await rebuildAll([date, '2026-10-15']);
  const { session_id } = pings[0] ?? {};
  const carried = { page_path: '/a', session_id, next_at: '2026-10-15 00:00:00.000' };
  expect(
    await rows(`select toString(slot) as slot, edge, page_path, session_id, toString(next_at) as next_at
      from carried_views where site_id = 'blog' order by slot`),
  ).toEqual([
    { slot: '2026-10-14 23:00:00', edge: 'end', ...carried },
    { slot: '2026-10-15 00:00:00', edge: 'begin', ...carried },
  ]);
});

test('a pageview stands with its page, with what came before and after it, also over midnight', async () => {
  await insertPings(db.client, visit(midnight + 24 * hour - 90_000, ['/a', '/a', '/b', '/a']));
  await rebuildAll([date, '2026-10-15']);
  expect(
    await rows(`select page_path, toString(entered_at) as entered, toString(previous_at) as previous, is_entry, next_page
      from pageviews_by_page where site_id = 'blog' order by entered_at`),
  ).toEqual([
    {
      page_path: '/a',
      entered: '2026-10-14 23:58:30.000',
      previous: '1970-01-01 00:00:00.000',
      is_entry: true,
      next_page: '/b',
    },
    {
      page_path: '/a',
      entered: '2026-10-14 23:59:30.000',
      previous: '2026-10-14 23:58:30.000',
      is_entry: false,
      next_page: '/b',
    },
    {
      page_path: '/b',
      entered: '2026-10-15 00:00:30.000',
      previous: '1970-01-01 00:00:00.000',
      is_entry: false,
      next_page: '/a',
    },
    {
      page_path: '/a',
      entered: '2026-10-15 00:01:30.000',
      previous: '2026-10-14 23:59:30.000',
      is_entry: false,
      next_page: '',
    },
  ]);
});

test('a visit over midnight stands in both days, and began in one of them', async () => {
  await insertPings(db.client, visit(midnight + 24 * hour - 90_000, ['/a', '/b', '/c']));
  await rebuildAll([date, '2026-10-15']);
  const common = { entry_page: '/a', bounced: false, duration_ms: 120_000 };
  expect(
    await rows(`select toString(toDate(slot)) as day, toString(begun_at) as begun, length(viewed_at) as views,
      entry_page, bounced, duration_ms from visits where site_id = 'blog' order by slot`),
  ).toEqual([
    { day: '2026-10-14', begun: '2026-10-14 23:58:30.000', views: 2, ...common },
    { day: '2026-10-15', begun: '1970-01-01 00:00:00.000', views: 1, ...common },
  ]);
});

test('made anew, once or several times at once, a day stays the same, and nothing is left over', async () => {
  await insertPings(db.client, visit(midnight + hour, ['/a', '/b']));
  await rebuildAll();
  const before = await contents();
  await rebuildAll();
  await Promise.all([rebuildAll(), rebuildAll(), rebuildAll()]);
  expect(await contents()).toEqual(before);
  expect(
    await rows(`select name from system.tables where database = currentDatabase() and name like '%stage%'`),
  ).toEqual([]);
});

test('a day that takes much memory is filled in several runs, to the same end', async () => {
  for (let hours = 0; hours < 24; hours++)
    await insertPings(db.client, visit(midnight + hours * hour + 3_590_000, ['/a', '/b', '/a']));
  await rebuildAll();
  const whole = await contents();
  for (const rollup of rollups) {
    if (rollup.bySessions || rollup.byPaths)
      await rebuildDay(db.client, rollup, date, { ...settled, halvings: 3 });
  }
  expect(await contents()).toEqual(whole);
  const tables = rollups.map(({ table }) => `'${table}'`);
  const inSeveralParts = `select table from system.parts
    where database = currentDatabase() and active and table in (${tables})
    group by table, partition having count() > 1`;
  expect(await rows(inSeveralParts)).toEqual([]);
});

test('a reader never sees a day missing or doubled while it is made anew', async () => {
  await insertPings(db.client, visit(midnight + hour, ['/a', '/b']));
  await rebuildAll();
  let rebuilding = true;
  const rebuilt = Promise.all([rebuildAll(), rebuildAll()]).finally(() => {
    rebuilding = false;
  });
  const seen = new Set<string>();
  let reads = 0;
  for (; rebuilding; reads++) {
    seen.add(JSON.stringify(await rows('select sum(views) as views from totals where minutes = 1440')));
  }
  await rebuilt;
  expect(reads).toBeGreaterThan(0);
  expect(seen).toEqual(new Set(['[{"views":2}]']));
});

test('a day is due until it is made anew, and again once a ping may have changed it', async () => {
  expect(await due('totals')).toEqual([]);
  const first = visit(midnight + 12 * hour, ['/a']);
  await insertPings(db.client, first);
  // A session's pings lie within a day of its id: until noon of the next day.
  expect(await due('totals')).toEqual(['2026-10-15', '2026-10-14']);
  await rebuildAll(['2026-10-14', '2026-10-15']);
  expect(await due('totals')).toEqual([]);
  await insertPings(db.client, first);
  expect(await due('totals')).toEqual(['2026-10-15', '2026-10-14']);
});

test('a late ping makes the new visitors of all later days due, and nothing else', async () => {
  const visitor = uuid7(midnight - 100 * 24 * hour);
  await insertPings(db.client, visit(midnight + 12 * hour, ['/a'], visitor));
  await rebuildAll(['2026-10-14', '2026-10-15']);
  await insertPings(db.client, visit(midnight + 12 * hour - 30 * 24 * hour, ['/a'], visitor));
  expect(await due('totals')).toEqual(['2026-09-15', '2026-09-14']);
  expect(await due('new_visitors')).toEqual(['2026-10-15', '2026-10-14', '2026-09-15', '2026-09-14']);
});

test('a ping that is being stored counts as one that the rebuild did not see', async () => {
  await insertPings(db.client, visit(midnight + 12 * hour, ['/a']));
  for (const rollup of rollups) await rebuildDay(db.client, rollup, date);
  expect(await due('totals')).toEqual(['2026-10-15', '2026-10-14']);
});

test('what was given up leaves the day as it was', async () => {
  await insertPings(db.client, visit(midnight + hour, ['/a']));
  await rebuildAll();
  const [totals] = rollups;
  if (totals === undefined) throw new Error('no rollups');
  await expect(
    rebuildDay(db.client, totals, date, { settled: 0, signal: AbortSignal.abort() }),
  ).rejects.toThrow();
  expect(await rows('select sum(views) as views from totals where minutes = 1440')).toEqual([{ views: 1 }]);
  expect(
    await rows(`select name from system.tables where database = currentDatabase() and name like '%stage%'`),
  ).toEqual([]);
});

test('the last millisecond of a day belongs to it', async () => {
  await insertPings(db.client, visit(midnight + 24 * hour - 1, ['/a']));
  await rebuildAll([date, '2026-10-15']);
  expect(
    await rows(`select toString(slot) as slot, views, sessions from totals where minutes = 1440`),
  ).toEqual([{ slot: '2026-10-14 00:00:00', views: 1, sessions: 1 }]);
});
