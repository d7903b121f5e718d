import { createClickHouse, createDatabase, createReadClient } from '@tallyhouse/clickhouse';
import { migrateDatabase } from '@tallyhouse/schema';
import { forAllTests, startServiceOn } from '../api/query-service.ts';
import { type OwnClickHouse, startOwnClickHouse } from '../faults/cluster/clickhouse.ts';
import { insertPings, rowsOf } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { logger } from './own-server.ts';

const database = 'test_failover';
const first = forAllTests(() => startOwnClickHouse());
const second = forAllTests(() => startOwnClickHouse());
// The servers differ in their number of pageviews, so that a report shows which one it came from.
beforeAll(() => Promise.all([fill(first, 1), fill(second, 2)]));
let client: ReturnType<typeof createReadClient>;
const service = forAllTests(() => {
  const connections = [first, second].map((server) => ({ url: server.urlOf('reader'), database }));
  client = createReadClient(connections, logger);
  return startServiceOn(client, {}, Date.now);
});

async function fill(server: OwnClickHouse, pageviews: number): Promise<void> {
  const writer = { url: server.urlOf('writer'), database };
  await createDatabase(writer, logger);
  const to = createClickHouse(writer, logger);
  await migrateDatabase(to);
  await insertPings(
    to,
    Array.from({ length: pageviews }, () => ({ pinged_at: Date.now() - 60_000 })),
  );
  await to.close();
}

/** The pageviews of a report, or its error. */
async function pageviews(): Promise<unknown> {
  const { data, error } = Object((await service.report('/overview', { site_id: 'blog' })).body);
  return data?.pageviews ?? error?.code;
}

test('reports come from the first address, from the next while it is away, and from the first again', async () => {
  expect(await pageviews()).toBe(1);
  await first.stop();
  expect(await pageviews()).toBe(2);
  await first.start();
  await eventually(pageviews, 1);
});

test('no report fails while the server that answers is killed', async () => {
  let killed = false;
  const asking = Array.from({ length: 4 }, () => {
    const seen = new Set<unknown>();
    const ask = async () => {
      while (!killed) seen.add(await pageviews());
      seen.add(await pageviews());
    };
    return { seen, over: ask() };
  });
  await eventually(async () => asking.every(({ seen }) => seen.size > 0), true);
  await first.kill();
  await eventually(pageviews, 1);
  killed = true;
  for (const { seen, over } of asking) {
    await over;
    expect([1, 2]).toEqual(expect.arrayContaining([...seen]));
  }
});

test('with all addresses away a report is a 503, and the app is not ready until one is back', async () => {
  await Promise.all([first.stop(), second.stop()]);
  expect(await pageviews()).toBe('unavailable');
  const ready = async () => (await fetch(`${service.url}/readyz`)).status;
  expect(await ready()).toBe(503);
  await second.start();
  expect(await pageviews()).toBe(2);
  // The check of a moment ago serves for a second.
  await eventually(ready, 200);
  await first.start();
});

test('an error of the query itself is not asked for elsewhere', async () => {
  await eventually(pageviews, 1);
  const unknown = client.query({ query: 'select 1 from nowhere' });
  await expect(unknown).rejects.toMatchObject({ type: 'UNKNOWN_TABLE' });
  expect(await pageviews()).toBe(1);
});

test('a frozen server is passed over until it answers again; one that works for long is not', async () => {
  await eventually(pageviews, 1);
  const alone = createReadClient([{ url: first.urlOf('reader'), database }], logger);
  try {
    const long = 'select sleepEachRow(1) as slept from numbers(8) settings max_block_size = 1';
    expect(await rowsOf(alone, long)).toHaveLength(8);
    first.freeze();
    expect(await pageviews()).toBe(2);
    await expect(alone.query({ query: 'select 1' })).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  } finally {
    first.thaw();
    await alone.close();
  }
  await eventually(pageviews, 1);
});
