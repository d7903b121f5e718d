import { inspect } from 'node:util';
import { createConsumerMetrics } from '@tallyhouse/consumer/metrics';
import { createRegistry } from '@tallyhouse/service';
import {
  compareDays,
  dueDays,
  type SettleLoop,
  settledTables,
  startCheckLoop,
  startSettleLoop,
} from '@tallyhouse/settle';
import { forAllTests } from '../api/shared-service.ts';
import { createTestDatabase, insertPings, rowsOf } from '../harness/clickhouse.ts';
import { insertCrawls } from '../harness/crawls.ts';
import { eventually } from '../harness/eventually.ts';
import { named } from '../harness/own-tables.ts';
import { logger } from '../harness/quiet.ts';
import { ran } from '../harness/ran.ts';
import { emptyTables } from './empty-tables.ts';
import { settleDays } from './settle-days.ts';

const hour = 3_600_000;
/** A session affects two days, because its pings may be on the next one. */
const dates = ['2026-10-13', '2026-10-14'];
/** A first visit may move by two more days. */
const laterDates = ['2026-10-15', '2026-10-16'];
const bad = { table: 'settled_sources', date: '2026-10-13' };

const db = forAllTests(createTestDatabase);
let loop: SettleLoop | undefined;
let warnings: string[];

const command = (query: string) => db.client.command({ query: named(query) });

beforeEach(async () => {
  warnings = [];
  await emptyTables(db);
  await insertPings(db.client, [{ pinged_at: Date.parse('2026-10-13T12:00:00Z') }]);
  // The constraint makes ClickHouse refuse the bad day: its stage is created like the table.
  await command(`alter table ${bad.table} add constraint refused check day != '${bad.date}'`);
});
const accept = () => command(`alter table ${bad.table} drop constraint if exists refused`);
afterEach(async () => {
  await loop?.close();
  await accept();
});

async function settled(): Promise<Record<string, string[]>> {
  const sorted = 'arraySort(groupArray(toString(day))) as days';
  const days = settledTables.map(
    ({ name, stored }) => `select '${name}' as name, ${sorted} from ${stored} where site_id = ''`,
  );
  const found = await rowsOf<{ name: string; days: string[] }>(db.client, days.join(' union all '));
  return Object.fromEntries(found.map(({ name, days }) => [name, days]));
}

/** The days due, by the facts of the tables. The test stores nothing that changes events or requests. */
const dueDates = { session: dates, path: dates, visitor: [...dates, ...laterDates], event: [], crawl: [] };

/** @param but the table and day that cannot be rebuilt */
const allSettled = (but?: { table: string; date: string }) =>
  Object.fromEntries(
    settledTables.map(({ name, fact }) => [
      name,
      dueDates[fact].filter((date) => name !== but?.table || date !== but.date),
    ]),
  );

function start(retryMs: number, clock = Date.now): SettleLoop {
  jest.spyOn(logger, 'warn').mockImplementation((...logged) => void warnings.push(inspect(logged)));
  loop = startSettleLoop(db.client, logger, { lookMs: 500, pauseFactor: 0, retryMs, clock });
  return loop;
}

const until = (condition: () => boolean) => eventually(async () => condition(), true);

test('a rebuild that fails stops no other day and no other table, and succeeds once it is possible', async () => {
  const settling = start(500);
  await eventually(settled, allSettled(bad));
  const state = () => settling.state().find(({ table }) => table === bad.table);
  await until(() => (state()?.failures ?? 0) > 1);
  expect(state()).toMatchObject({ dueDate: bad.date, rebuiltAt: expect.any(Number) });
  expect(settling.state().filter(({ failures }) => failures > 0)).toHaveLength(1);
  for (const named of [`table: '${bad.table}'`, `date: '${bad.date}'`, 'refused'])
    expect(warnings[0]).toContain(named);

  await accept();
  await eventually(settled, allSettled());
  await until(() => state()?.dueSeconds === 0);
  expect(state()?.dueDate).toBeUndefined();
});

test('the metrics name the table whose rebuild fails and how long its day waits; it is not retried at once, but after the clock was set back', async () => {
  let now = Date.parse('2026-10-20');
  const settling = start(hour, () => now);
  await eventually(settled, allSettled(bad));
  await until(() =>
    settling.state().every(({ table, dueSeconds }) => table === bad.table || dueSeconds === 0),
  );
  const failures = () => settling.state().find(({ table }) => table === bad.table)?.failures;
  await until(() => failures() === 1);
  now += hour - 1;
  const registry = createRegistry();
  createConsumerMetrics(registry, () => now).watchSettling(settling);
  const exported = (await registry.metrics()).split('\n');
  for (const [metric, table, value] of [
    ['failures_total', bad.table, 1],
    ['failures_total', 'settled_totals', 0],
    ['due_seconds', bad.table, 3599.999],
    ['due_seconds', 'settled_totals', 0],
    ['rebuilt_timestamp_seconds', 'settled_totals', Date.parse('2026-10-20') / 1000],
  ])
    expect(exported).toContain(`tallyhouse_consumer_settled_${metric}{table="${table}"} ${value}`);
  expect(failures()).toBe(1);
  now += 1;
  await until(() => failures() === 2);
  now -= 365 * 24 * hour;
  await until(() => failures() === 3);
});

test('after a long backlog the loop soon looks again: no pause is longer than ten looks', async () => {
  let rounds = 0;
  const ready = async () => void rounds++;
  loop = startSettleLoop(db.client, logger, { lookMs: 50, pauseFactor: 10_000, ready });
  await until(() => rounds > 1);
});

test('a forgotten request of a page makes no day due, and is not taken for a watermark', async () => {
  await insertCrawls(db.client, [{ site_id: '', occurred_at: 0 }]);
  const crawls = { name: 'settled_crawls' } as const;
  expect(await dueDays(db.client, crawls)).toEqual([]);
  await settleDays(db.client, ['1970-01-01'], undefined, [crawls.name]);
  expect((await settled())[crawls.name]).toEqual(['1970-01-01']);
});

test('tallyhouse settle continues after a failed rebuild, names it and exits with 1', async () => {
  const command = [process.execPath, 'dist/settle.js', '--from', '0001-01-01', '--to', '2026-10-14'];
  const env = { CLICKHOUSE_URL: db.url, CLICKHOUSE_DATABASE: db.database };
  const { code, out, errors } = await ran(command, { env });
  expect(code).toBe(1);
  // Only terminals get lines that are redrawn.
  expect(out).toMatch(/^(?:Rebuilding, .*\n)*2 days in [\d.]+ s\n$/);
  expect(errors).toContain(`${bad.table}: ${bad.date}: `);
  expect(errors.match(/^\w+: 2026-10-1\d: /gm)).toHaveLength(1);
  const ofAll = { settled_visitors: dates, settled_events: dates, settled_crawls: dates };
  expect(await settled()).toEqual({ ...allSettled(bad), ...ofAll });
});

test('a settled day that is wrong shows in a metric, until it is rebuilt, whichever process compares', async () => {
  await accept();
  await settleDays(db.client, ['2026-10-13']);
  const clock = () => Date.parse('2026-10-13T23:00:00Z');
  const loops = [1, 2].map(() =>
    startCheckLoop(db.client, logger, { days: 1, everyMs: 1200, pauseFactor: 0, clock }),
  );
  const registry = createRegistry();
  // As in Prometheus: the largest value of all consumers.
  const largest = () =>
    settledTables.map(({ name }) => ({
      table: name,
      differing: Math.max(
        ...loops
          .flatMap((one) => one.state())
          .map(({ table, differing }) => (table === name ? differing : 0)),
      ),
    }));
  createConsumerMetrics(registry, clock).watchChecks({
    checks: () => [{ tables: largest(), checkedAt: undefined, shard: undefined }],
  });
  const series = /^tallyhouse_consumer_verify_differing_days\{table="(\w+)"\} (\d+)/gm;
  const differing = async () => {
    const found = [...(await registry.metrics()).matchAll(series)];
    return found.map(([, table, days]) => `${table}: ${days}`);
  };
  const found = (days: number) =>
    settledTables.map(({ name }) => `${name}: ${name === 'settled_totals' ? days : 0}`);
  try {
    await until(() => loops.some((one) => one.checkedAt() !== undefined));
    expect(await differing()).toEqual(found(0));
    await command(
      "alter table settled_totals update views = views + 1 where site_id != '' and day = '2026-10-13' settings mutations_sync = 1",
    );
    await eventually(differing, found(1));
    // A deletion has erased rows of the day, and is about to rebuild it.
    const planned = { what: 'day', name: 'settled_totals', at: '2026-10-13' };
    await db.client.insert({
      table: 'deleting',
      values: [planned],
      format: 'JSONEachRow',
      clickhouse_settings: { async_insert: 0 },
    });
    const table = settledTables.find(({ name }) => name === 'settled_totals');
    if (table === undefined) throw new Error('there is such a table');
    const range = { from: Date.parse('2026-10-13'), to: clock() };
    expect(await compareDays(db.client, table, range)).toEqual({ compared: 0, differing: [] });
    await command('truncate table deleting');
    await settleDays(db.client, ['2026-10-13'], undefined, ['settled_totals']);
    await eventually(differing, found(0));
  } finally {
    for (const one of loops) await one.close();
  }
});
