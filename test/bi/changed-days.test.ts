import type { PingRow } from '@tallyhouse/ping';
import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { type BiDatabase, createBiDatabase } from './bi-database.ts';

/** Nothing else happens on these days, so nothing but the one session can make them stale. */
let db: TestDatabase;
let bi: BiDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  bi = await createBiDatabase(db);
});
afterAll(async () => {
  await bi.drop();
  await db.drop();
});

const at = (time: string) => Date.parse(`${time}Z`);

async function settle(...dates: string[]): Promise<void> {
  const tables = settledTables.filter(({ name }) =>
    ['settled_sessions', 'settled_pageviews', 'settled_totals'].includes(name),
  );
  for (const date of dates)
    await Promise.all(tables.map((table) => rebuildDay(db.client, table, date, { lagMs: 0 })));
}

/** A ping of a new pageview of a session. */
const view = (
  session: Pick<PingRow, 'session_id' | 'visitor_id' | 'site_id'>,
  time: string,
  more: Partial<PingRow> = {},
) => ({
  ...session,
  pinged_at: at(time),
  pageview_id: uuid7(at(time)),
  ...more,
});

const session = (site_id: string, time: string) => ({
  site_id,
  session_id: uuid7(at(time)),
  visitor_id: uuid7(at(time)),
});

test('a pageview after midnight changes the next day', async () => {
  const late = session('late', '2026-11-03T23:50:00');
  await insertPings(db.client, [view(late, '2026-11-03T23:50:00'), view(late, '2026-11-04T00:10:00')]);
  await settle('2026-11-03', '2026-11-04');
  await insertPings(db.client, [view(late, '2026-11-04T00:20:00')]);
  expect(
    await bi.rows(
      `select date, count() from bi.pageviews where site_id = 'late' group by date order by date`,
    ),
  ).toEqual([
    ['2026-11-03', 1],
    ['2026-11-04', 2],
  ]);
  expect(
    await bi.rows(`select date, pageviews, sessions from bi.days where site_id = 'late' order by date`),
  ).toEqual([
    ['2026-11-03', 1, 1],
    ['2026-11-04', 2, 0],
  ]);
});

test('a ping of minutes before the time in its id changes the day before', async () => {
  const early = session('early', '2026-11-07T00:05:00');
  await insertPings(db.client, [view(early, '2026-11-07T00:05:00')]);
  await settle('2026-11-06', '2026-11-07');
  await insertPings(db.client, [view(early, '2026-11-06T23:58:00')]);
  expect(await bi.rows(`select date, pageviews from bi.sessions where site_id = 'early'`)).toEqual([
    ['2026-11-06', 2],
  ]);
  expect(
    await bi.rows(`select date, pageviews, sessions from bi.days where site_id = 'early' order by date`),
  ).toEqual([
    ['2026-11-06', 1, 1],
    ['2026-11-07', 1, 0],
  ]);
});

test('an earlier first ping changes the source of the pageviews on the next day', async () => {
  const long = session('long', '2026-11-10T23:45:00');
  await insertPings(db.client, [view(long, '2026-11-10T23:50:00'), view(long, '2026-11-11T00:10:00')]);
  await settle('2026-11-10', '2026-11-11');
  await insertPings(db.client, [view(long, '2026-11-10T23:46:00', { source: 'Newsletter' })]);
  expect(
    await bi.rows(
      `select date, source, is_exit from bi.pageviews where site_id = 'long' order by entered_at`,
    ),
  ).toEqual([
    ['2026-11-10', 'Newsletter', false],
    ['2026-11-10', 'Newsletter', false],
    ['2026-11-11', 'Newsletter', true],
  ]);
});
