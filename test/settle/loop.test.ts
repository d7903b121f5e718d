import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { inspect } from 'node:util';
import { createLogger, createRegistry } from '@tallyhouse/service';
import { type SettleLoop, settledTables, startSettleLoop } from '@tallyhouse/settle';
import { createConsumerMetrics } from '../../apps/consumer/src/metrics.ts';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';

const hour = 3_600_000;
/** A session affects two days: its pings may be on the next one. */
const dates = ['2026-10-13', '2026-10-14', '2026-10-15'];
const bad = { table: 'settled_sources', date: '2026-10-14' };

let db: TestDatabase;
let loop: SettleLoop | undefined;
let warnings: string[];
beforeEach(async () => {
  warnings = [];
  db = await createTestDatabase();
});
afterEach(async () => {
  await loop?.close();
  await db.drop();
});

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 50));
}

/** The settled days of each table. */
async function settled(): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const { name } of settledTables) {
    const query = `select day as date from ${name} where site_id = '' order by date`;
    const result = await db.client.query({ query, format: 'JSONEachRow' });
    found[name] = (await result.json<{ date: string }>()).map(({ date }) => date);
  }
  return found;
}

/** A first visit may move by two more days. */
const laterDates = ['2026-10-16', '2026-10-17'];

/** The days that are due by what changes a table. Nothing is stored that changes events. */
const dueDates = { session: dates, path: dates, visitor: [...dates, ...laterDates], event: [] };

/** @param but the day of a table that cannot be rebuilt */
const allSettled = (but?: { table: string; date: string }) =>
  Object.fromEntries(
    settledTables.map(({ name, changes }) => [
      name,
      dueDates[changes].filter((date) => name !== but?.table || date !== but.date),
    ]),
  );

function start(retryMs: number, clock = Date.now): SettleLoop {
  const logger = createLogger('test', 'silent');
  jest.spyOn(logger, 'warn').mockImplementation((...logged) => void warnings.push(inspect(logged)));
  loop = startSettleLoop(db.client, logger, { lookMs: 200, pauseFactor: 0, retryMs, clock });
  return loop;
}

/** Makes ClickHouse refuse the bad day: its stage is created like the table, with its constraints. */
const refuse = () =>
  db.client.command({
    query: `alter table ${bad.table} add constraint refused check day != '${bad.date}'`,
  });

const storeTwoDays = () =>
  insertPings(
    db.client,
    [0, 1].map((day) => {
      const at = Date.parse('2026-10-13T12:00:00Z') + day * 24 * hour;
      return { pinged_at: at, visitor_id: uuid7(at), session_id: uuid7(at), pageview_id: uuid7(at) };
    }),
  );

test('a rebuild that fails stops no other day and no other table, and succeeds once it is possible', async () => {
  await storeTwoDays();
  await refuse();
  const settling = start(500);
  const expected = JSON.stringify(allSettled(bad));
  await until(async () => JSON.stringify(await settled()) === expected);
  const state = () => settling.state().find(({ table }) => table === bad.table);
  await until(() => (state()?.failures ?? 0) > 1);
  expect(state()).toMatchObject({ dueDate: bad.date, rebuiltAt: expect.any(Number) });
  expect(settling.state().filter(({ failures }) => failures > 0)).toHaveLength(1);
  expect(warnings[0]).toContain(`table: '${bad.table}'`);
  expect(warnings[0]).toContain(`date: '${bad.date}'`);
  expect(warnings[0]).toContain('refused');

  await db.client.command({ query: `alter table ${bad.table} drop constraint refused` });
  await until(async () => JSON.stringify(await settled()) === JSON.stringify(allSettled()));
  await until(() => state()?.dueSeconds === 0);
  expect(state()?.dueDate).toBeUndefined();
});

test('the metrics name the table whose rebuild fails and how long its day waits; it is not retried at once', async () => {
  await storeTwoDays();
  await refuse();
  let now = Date.parse('2026-10-20');
  const settling = start(hour, () => now);
  const expected = JSON.stringify(allSettled(bad));
  await until(async () => JSON.stringify(await settled()) === expected);
  await until(() =>
    settling.state().every(({ table, dueSeconds }) => table === bad.table || dueSeconds === 0),
  );
  const failures = () => settling.state().find(({ table }) => table === bad.table)?.failures;
  now += hour - 1;
  const registry = createRegistry();
  createConsumerMetrics(registry, () => now).watchSettling(settling);
  const exported = await registry.metrics();
  expect(exported).toContain(`tallyhouse_consumer_settled_failures_total{table="${bad.table}"} 1`);
  expect(exported).toContain('tallyhouse_consumer_settled_failures_total{table="settled_totals"} 0');
  expect(exported).toContain(`tallyhouse_consumer_settled_due_seconds{table="${bad.table}"} 3599.999`);
  expect(exported).toContain('tallyhouse_consumer_settled_due_seconds{table="settled_totals"} 0');
  const rebuiltAt = Date.parse('2026-10-20') / 1000;
  expect(exported).toContain(
    `tallyhouse_consumer_settled_rebuilt_timestamp_seconds{table="settled_totals"} ${rebuiltAt}`,
  );
  expect(failures()).toBe(1);
  now += 1;
  await until(() => failures() === 2);
});

test('tallyhouse settle continues after a failed rebuild, names it and exits with 1', async () => {
  await storeTwoDays();
  await refuse();
  const { PATH = '' } = process.env;
  const args = ['dist/settle.js', '--from', '2026-10-13', '--to', '2026-10-15'];
  const child = spawn(process.execPath, args, {
    env: { PATH, CLICKHOUSE_URL: db.url, CLICKHOUSE_DATABASE: db.database },
  });
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'close'), text(child.stdout)]);
  expect(code).toBe(1);
  expect(said).toContain(`${bad.table}: ${bad.date}: `);
  expect(said.match(/^\w+: 2026-10-1\d: /gm)).toHaveLength(1);
  expect(await settled()).toEqual({ ...allSettled(bad), settled_visitors: dates, settled_events: dates });
});
