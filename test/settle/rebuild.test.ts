import { createLook, dueDays, rebuildDay, type SettledTableName, settledTables } from '@tallyhouse/settle';
import { forAllTests } from '../api/shared-service.ts';
import { createTestDatabase, insertPings, rowsOf, type TestDatabase } from '../harness/clickhouse.ts';
import { named } from '../harness/own-tables.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { emptyTables } from './empty-tables.ts';
import { settleDays } from './settle-days.ts';

/** No inserts run at the same time. */
const atOnce = { lagMs: 0 };
const minute = 60_000;
const hour = 3_600_000;
const day = 24 * hour;
const date = '2026-10-14';
const nextDate = '2026-10-15';
const midnight = Date.parse(date);

const db = forAllTests(createTestDatabase);
beforeEach(() => emptyTables(db));

const rows = (query: string) => rowsOf(db.client, named(query));

/** @param names of the tables; all by default */
const rebuild = (names?: SettledTableName[], dates = [date]) => settleDays(db.client, dates, atOnce, names);

function tableOf(name: SettledTableName) {
  const table = settledTables.find((one) => one.name === name);
  if (table === undefined) throw new Error(`no table ${name}`);
  return table;
}

const due = (name: SettledTableName) => dueDays(db.client, tableOf(name));

/** A visit of these pages, one a minute. */
function visit(at: number, pages: string[], visitor_id = uuid7(at)) {
  const session_id = uuid7(at);
  return pages.map((page_path, index) => {
    const pinged_at = at + index * minute;
    return { pinged_at, visitor_id, session_id, pageview_id: uuid7(pinged_at), page_path };
  });
}

const contents = () =>
  Promise.all(
    settledTables.map(async ({ name }) => {
      const found = await rows(`select * except watermark from ${name}`);
      return found.map((row) => JSON.stringify(row)).sort();
    }),
  );

const stages = () =>
  rows(`select name from system.tables where database = currentDatabase() and name like '%stage%'`);

const dayViews = () => rows('select sum(views) as views from settled_totals where minutes = 1440');

test('another rebuild, or several at once, changes nothing, and no stage is left', async () => {
  await insertPings(db.client, visit(midnight + hour, ['/a', '/b']));
  await rebuild();
  const before = await contents();
  await Promise.all([rebuild(), rebuild()]);
  expect(await contents()).toEqual(before);
  expect(await stages()).toEqual([]);
  const tables = settledTables.map(({ stored }) => `'${stored}'`);
  const inSeveralParts = `select table from system.parts
    where database = currentDatabase() and active and table in (${tables})
    group by table, partition having count() > 1`;
  expect(await rows(inSeveralParts)).toEqual([]);
});

test('a reader never sees a day missing or doubled while it is rebuilt', async () => {
  await insertPings(db.client, visit(midnight + hour, ['/a', '/b']));
  const rebuildTotals = () => rebuild(['settled_totals']);
  await rebuildTotals();
  let rebuilding = true;
  const twice = () => rebuildTotals().then(rebuildTotals);
  const rebuilt = Promise.all([twice(), twice()]).finally(() => {
    rebuilding = false;
  });
  const seen = new Set<string>();
  let reads = 0;
  for (; rebuilding; reads++) seen.add(JSON.stringify(await dayViews()));
  await rebuilt;
  expect(reads).toBeGreaterThan(0);
  expect(seen).toEqual(new Set(['[{"views":2}]']));
});

test('a rebuild that ends after one with a later watermark does not undo it', async () => {
  const totals = tableOf('settled_totals');
  await insertPings(db.client, visit(midnight + 10 * hour, ['/a']));
  await rebuildDay(db.client, totals, date, atOnce);
  await insertPings(db.client, visit(midnight + 11 * hour, ['/b']));
  // Its watermark is two minutes earlier than the other one's.
  await rebuildDay(db.client, totals, date);
  expect(await dayViews()).toEqual([{ views: 1 }]);
  await rebuildDay(db.client, totals, date, atOnce);
  expect(await dayViews()).toEqual([{ views: 2 }]);
});

test('an aborted rebuild leaves the day as it was', async () => {
  await insertPings(db.client, visit(midnight + hour, ['/a']));
  await rebuild(['settled_totals']);
  const aborted = { lagMs: 0, signal: AbortSignal.abort() };
  await expect(rebuildDay(db.client, tableOf('settled_totals'), date, aborted)).rejects.toThrow();
  expect(await dayViews()).toEqual([{ views: 1 }]);
  expect(await stages()).toEqual([]);
});

test('a day is due until it is rebuilt, and again once a ping may have changed it', async () => {
  expect(await due('settled_totals')).toEqual([]);
  const first = visit(midnight + 12 * hour, ['/a']);
  await insertPings(db.client, first);
  // A session's pings are within a day of its id: until noon of the next day.
  expect(await due('settled_totals')).toEqual([nextDate, date]);
  await rebuild(['settled_totals'], [date, nextDate]);
  expect(await due('settled_totals')).toEqual([]);
  await insertPings(db.client, first);
  expect(await due('settled_totals')).toEqual([nextDate, date]);
});

test('a day is not due before it begins', async () => {
  // The session may last until tomorrow.
  await insertPings(db.client, visit(Date.now(), ['/a']));
  const [newest = ''] = await due('settled_totals');
  // The first ping of a day may come ten minutes early.
  expect(Date.parse(newest)).toBeLessThanOrEqual(Date.now() + 10 * minute);
});

test('an event that names a session of years ago makes no day without sessions due, nor known', async () => {
  const [at, ago] = [midnight + 12 * hour, Date.parse('1995-03-01T12:00:00Z')];
  const event = { pinged_at: at, session_id: uuid7(ago), event: 'Signup' };
  await insertPings(db.client, [...visit(at, ['/a']), event]);
  expect(await due('settled_paths')).toEqual([nextDate, date]);
  const { known } = await createLook(db.client)();
  expect(known().filter((date) => date < '2026')).toEqual([]);
  // Once there is such a session, its path has the event.
  await insertPings(db.client, visit(ago, ['/old']));
  expect(await due('settled_paths')).toEqual([nextDate, date, '1995-03-02', '1995-03-01']);
});

test('a late import makes its own days due, and for first visits all later ones', async () => {
  const visitor = uuid7(midnight - 100 * day);
  await insertPings(db.client, visit(midnight + 12 * hour, ['/a'], visitor));
  const dates = [date, nextDate, '2026-10-16', '2026-10-17'];
  await rebuild(['settled_totals', 'settled_visitors'], dates);
  const firstDays = () => rows(`select day from settled_visitors where site_id = 'blog'`);
  expect(await firstDays()).toEqual([{ day: date }]);
  await insertPings(db.client, visit(midnight + 12 * hour - 30 * day, ['/a'], visitor));
  expect(await due('settled_totals')).toEqual(['2026-09-15', '2026-09-14']);
  const imported = ['2026-09-17', '2026-09-16', '2026-09-15', '2026-09-14'];
  expect(await due('settled_visitors')).toEqual([...dates.toReversed(), ...imported]);
  // The first visit moves to the imported day, and its later day loses it.
  await rebuild(['settled_visitors'], [...dates, ...imported]);
  expect(await firstDays()).toEqual([{ day: '2026-09-14' }]);
});

test('a ping that is being stored counts as one that the rebuild missed', async () => {
  await insertPings(db.client, visit(midnight + 12 * hour, ['/a']));
  await rebuildDay(db.client, tableOf('settled_totals'), date);
  expect(await due('settled_totals')).toEqual([nextDate, date]);
});

/** The client, and how many rows its queries have read. */
function counted() {
  let rows = 0;
  const query: TestDatabase['client']['query'] = async (asked) => {
    const waiting = { ...asked.clickhouse_settings, wait_end_of_query: 1 } as const;
    const result = await db.client.query({ ...asked, clickhouse_settings: waiting });
    rows += Number(JSON.parse(String(result.response_headers['x-clickhouse-summary'])).read_rows);
    return result;
  };
  const client = new Proxy(db.client, {
    get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
  });
  return { client, rows: () => rows };
}

test('a look for stale days reads the days of every site, and the watermarks once', async () => {
  // A year of a hundred sites.
  await db.client.command({
    query: `insert into changed_days (fact, site_id, day, session_day, changed_at)
    select
      arrayJoin(['ping', 'session', 'visitor', 'path', 'event', 'crawl']) as fact,
      toString(number % 100),
      toDate('2024-11-01') + intDiv(number, 100),
      if(fact = 'event', toDate('2024-11-01') + intDiv(number, 100), toDate(0)),
      toDateTime('2025-11-01', 'UTC')
    from numbers(36500)`,
  });
  const { client, rows } = counted();
  const look = createLook(client);
  const { due } = await look();
  expect(settledTables.map(({ name }) => due.get(name)?.length)).toEqual(settledTables.map(() => 365));
  const first = rows();
  expect(first).toBeGreaterThan(0);
  // Sessions and events twice, because events depend on both.
  expect(first).toBeLessThan(9 * 36_500);

  await settleDays(db.client, ['2025-10-30', '2025-10-31']);
  const again = await look();
  expect(again.due.get('settled_totals')).not.toContain('2025-10-31');
  expect(rows() - first).toBeLessThan(9 * 36_500);
});
