import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { rowsOf } from '../clickhouse/own-server.ts';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { type BiDatabase, createBiDatabase } from './bi-database.ts';
import { type Read, readIn } from './plan.ts';

const dates = ['2026-11-02', '2026-11-03', '2026-11-04', '2026-11-05', '2026-11-06', '2026-11-07'];

let db: TestDatabase;
let bi: BiDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  bi = await createBiDatabase(db);
  const times = dates.map((date) => Date.parse(`${date}T12:00:00Z`));
  await insertPings(
    db.client,
    times.flatMap((at) =>
      ['blog', 'shop'].map((site_id) => ({ site_id, pinged_at: at, visitor_id: uuid7(at) })),
    ),
  );
  const tables = settledTables.filter(({ name }) => ['settled_sessions', 'settled_pageviews'].includes(name));
  for (const date of dates)
    await Promise.all(tables.map((table) => rebuildDay(db.client, table, date, { lagMs: 0 })));
});
afterAll(async () => {
  await bi.drop();
  await db.drop();
});

/** What a query reads of a settled table. */
async function readOf(table: string, query: string): Promise<Read> {
  const lines = await rowsOf(db.client, `explain indexes = 1 ${query.replaceAll('bi.', `${bi.names.bi}.`)}`);
  return readIn(lines.map((line) => String(Object(line).explain)).join('\n'), `${db.database}.${table}`);
}

const both = ['pageviews', 'sessions'].flatMap((view) => {
  const time = view === 'pageviews' ? 'entered_at' : 'first_seen_at';
  return [
    { view, filter: 'true', days: 6 },
    { view, filter: `date >= '2026-11-03' and date < '2026-11-05'`, days: 2 },
    { view, filter: `${time} >= '2026-11-03 00:00:00' and ${time} < '2026-11-05 00:00:00'`, days: 2 },
    {
      view,
      filter: `${time} >= toDateTime('2026-11-03 00:00:00', 'UTC') and ${time} < toDateTime('2026-11-05 00:00:00', 'UTC')`,
      days: 2,
    },
  ];
});

test.each(both)('$view reads the days of: $filter', async ({ view, filter, days }) => {
  const query = `select uniq(visitor_id) from bi.${view} where site_id = 'blog' and ${filter}`;
  expect(await readOf(`settled_${view}`, query)).toEqual({ days, bySite: true });
  expect(await bi.rows(`select count() from bi.${view} where site_id = 'blog' and ${filter}`)).toEqual([
    [days],
  ]);
});

test('without is_new, sessions read no visitors', async () => {
  const plan = async (columns: string) =>
    JSON.stringify(await rowsOf(db.client, `explain select ${columns} from ${bi.names.bi}.sessions`));
  expect(await plan('sum(is_new)')).toContain(`${db.database}.visitors`);
  expect(await plan('count(), sum(duration_ms)')).not.toContain(`${db.database}.visitors`);
});
