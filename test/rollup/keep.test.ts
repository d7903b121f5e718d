import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { keepRolledUp, type RollingUp, rollups } from '@tallyhouse/clickhouse';
import { createLogger, createRegistry } from '@tallyhouse/service';
import { createConsumerMetrics } from '../../apps/consumer/src/metrics.ts';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';

// Each rebuild of all tables is some fifty statements.
jest.setTimeout(300_000);

const hour = 3_600_000;
/** A session is stored on two days: its pings may be of the next one. */
const dates = ['2026-10-13', '2026-10-14', '2026-10-15'];
const bad = { table: 'page_views', date: '2026-10-14' };

let db: TestDatabase;
let keeping: RollingUp | undefined;
let warnings: string[];
beforeEach(async () => {
  warnings = [];
  db = await createTestDatabase();
});
afterEach(async () => {
  await keeping?.close();
  await db.drop();
});

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** The days that were made, of each rollup. */
async function made(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { table } of rollups) {
    const query = `select toString(toDate(slot)) as date from ${table} where site_id = '' order by date`;
    const result = await db.client.query({ query, format: 'JSONEachRow' });
    found[table] = (await result.json<{ date: string }>()).map(({ date }) => date);
  }
  return found;
}

const allMade = (but: { table: string; date: string } | undefined) =>
  Object.fromEntries(
    rollups.map(({ table }) => [table, dates.filter((date) => table !== but?.table || date !== but.date)]),
  );

function keep(retryMs: number, clock = Date.now): RollingUp {
  const logger = createLogger('test', 'silent');
  jest.spyOn(logger, 'warn').mockImplementation((...logged) => void warnings.push(inspect(logged)));
  keeping = keepRolledUp(db.client, logger, { lookMs: 200, pauseFactor: 0, retryMs, clock });
  return keeping;
}

/** The day of one rollup that ClickHouse refuses: its stage is made like the table, constraints and all. */
const refuse = () =>
  db.client.command({
    query: `alter table ${bad.table} add constraint refused check toDate(slot) != '${bad.date}'`,
  });

const storeTwoDays = () =>
  insertPings(
    db.client,
    [0, 1].map((day) => {
      const at = Date.parse('2026-10-13T12:00:00Z') + day * 24 * hour;
      return { pinged_at: at, visitor_id: uuid7(at), session_id: uuid7(at), pageview_id: uuid7(at) };
    }),
  );

test('a day that cannot be made stops no other day and no other rollup, and is made once it can be', async () => {
  await storeTwoDays();
  await refuse();
  const rollingUp = keep(500);
  const expected = JSON.stringify(allMade(bad));
  await until(async () => JSON.stringify(await made()) === expected);
  const state = () => rollingUp.state().find(({ table }) => table === bad.table);
  await until(() => (state()?.failures ?? 0) > 1);
  expect(state()).toMatchObject({ dueDate: bad.date, madeAt: expect.any(Number) });
  expect(rollingUp.state().filter(({ failures }) => failures > 0)).toHaveLength(1);
  expect(warnings[0]).toContain(`table: '${bad.table}'`);
  expect(warnings[0]).toContain(`date: '${bad.date}'`);
  expect(warnings[0]).toContain('refused');

  await db.client.command({ query: `alter table ${bad.table} drop constraint refused` });
  await until(async () => JSON.stringify(await made()) === JSON.stringify(allMade(undefined)));
  await until(() => state()?.dueSeconds === 0);
  expect(state()?.dueDate).toBeUndefined();
});

test('the metrics name the rollup that fails, and tell how long it waits; it is not tried again at once', async () => {
  await storeTwoDays();
  await refuse();
  let now = Date.parse('2026-10-20');
  const rollingUp = keep(hour, () => now);
  const expected = JSON.stringify(allMade(bad));
  await until(async () => JSON.stringify(await made()) === expected);
  await until(() =>
    rollingUp.state().every(({ table, dueSeconds }) => table === bad.table || dueSeconds === 0),
  );
  const failures = () => rollingUp.state().find(({ table }) => table === bad.table)?.failures;
  now += hour - 1;
  const registry = createRegistry();
  createConsumerMetrics(registry, () => now).watchRollups(rollingUp);
  const exported = await registry.metrics();
  expect(exported).toContain(`tallyhouse_consumer_rollup_failures_total{table="${bad.table}"} 1`);
  expect(exported).toContain('tallyhouse_consumer_rollup_failures_total{table="totals"} 0');
  expect(exported).toContain(`tallyhouse_consumer_settled_due_seconds{table="${bad.table}"} 3599.999`);
  expect(exported).toContain('tallyhouse_consumer_settled_due_seconds{table="totals"} 0');
  const made_at = Date.parse('2026-10-20') / 1000;
  expect(exported).toContain(
    `tallyhouse_consumer_settled_rebuilt_timestamp_seconds{table="totals"} ${made_at}`,
  );
  expect(failures()).toBe(1);
  now += 1;
  await until(() => failures() === 2);
});

test('npm run rollup goes on after a day that fails, names it and exits with 1', async () => {
  await storeTwoDays();
  await refuse();
  const { PATH = '' } = process.env;
  const args = ['dist/rollup.js', '--from', '2026-10-13', '--to', '2026-10-15'];
  const child = spawn(process.execPath, args, {
    env: { PATH, CLICKHOUSE_URL: db.url, CLICKHOUSE_DATABASE: db.database },
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close'), text(child.stdout)]);
  expect(code).toBe(1);
  expect(said).toContain(`${bad.table}: ${bad.date}: `);
  expect(said.match(/^\w+: 2026-10-1\d: /gm)).toHaveLength(1);
  expect(await made()).toEqual(allMade(bad));
});
