import { randomBytes } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse, createDatabase, migrate, migrations } from '@tallyhouse/clickhouse';
import { encodeRow, type PingRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import { createBatchHandler } from '../../apps/consumer/src/consume.ts';
import { createDeadLetters } from '../../apps/consumer/src/dead-letters.ts';
import { createInsert } from '../../apps/consumer/src/insert.ts';
import { pingRow } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';

/** An installation from before rows had a version is brought up to date, with data in it and messages unread. */

const noon = Date.UTC(2026, 10, 21, 12);
const logger = createLogger('test', 'silent');
const control = { heartbeat: async () => {}, abandoned: () => false };
const visit = { visitor_id: uuid7(noon), session_id: uuid7(noon) };
const old = migrations.filter(({ version }) => version <= 7);

let client: ClickHouseClient;
let letters: number;
beforeEach(async () => {
  const connection = {
    url: process.env['TEST_CLICKHOUSE_URL'] ?? '',
    database: `test_${randomBytes(6).toString('hex')}`,
  };
  await createDatabase(connection, logger);
  client = createClickHouse(connection, logger);
  letters = 0;
  await migrate(client, old);
});
afterEach(async () => {
  await client.command({
    query: 'drop database {name:Identifier}',
    query_params: { name: await database() },
  });
  await client.close();
});

async function rows(query: string): Promise<unknown[]> {
  const result = await client.query({ query, format: 'JSONEachRow' });
  return result.json();
}

async function database(): Promise<string> {
  const result = await client.query({ query: 'select currentDatabase()', format: 'TabSeparatedRaw' });
  return (await result.text()).trim();
}

function consumer() {
  return createBatchHandler({
    insertPings: createInsert(client),
    deadLetters: createDeadLetters(
      {
        append: async (messages) => {
          letters += messages.length;
        },
        check: async () => {},
        close: async () => {},
      },
      client,
      logger,
      () => noon,
    ),
  });
}

const batch = (values: Buffer[], first: number) => ({
  partition: 0,
  offsets: values.map((_, index) => BigInt(first + index)),
  values,
});
const today = (parts: Partial<PingRow> = {}) => encodeRow(pingRow({ pinged_at: noon, ...visit, ...parts }));
/** As ingest wrote it then: no version in front, no drop_reason at the end. */
function then(parts: Partial<PingRow> = {}): Buffer {
  const [, ...values]: unknown[] = JSON.parse(today(parts).toString());
  return Buffer.from(JSON.stringify(values.slice(0, -1)));
}

const report = () =>
  rows('select page_path, count() as views from pageviews final group by all order by all');

test('messages that nobody had read, and those of the new ingest, are stored side by side; nothing stored changes', async () => {
  const handle = consumer();
  await handle(batch([then({ page_path: '/stored' })], 0), control);
  await migrate(client, migrations);
  await handle(
    batch(
      [
        then({ page_path: '/unread' }),
        today({ page_path: '/new' }),
        then({ page_path: '/late' }),
        today({ page_path: '', drop_reason: 'bot' }),
      ],
      1,
    ),
    control,
  );
  expect(letters).toBe(0);
  expect(await report()).toEqual(
    ['/late', '/new', '/stored', '/unread'].map((page_path) => ({ page_path, views: 1 })),
  );
  expect(await rows('select log_offset, row_version, drop_reason from pings order by log_offset')).toEqual([
    { log_offset: 0, row_version: 1, drop_reason: '' },
    { log_offset: 1, row_version: 1, drop_reason: '' },
    { log_offset: 2, row_version: 2, drop_reason: '' },
    { log_offset: 3, row_version: 1, drop_reason: '' },
    { log_offset: 4, row_version: 2, drop_reason: 'bot' },
  ]);
  expect(
    await rows('select outcome, reason, sum(pings) as n from pings_hourly group by all order by all'),
  ).toEqual([
    { outcome: 'dropped', reason: 'bot', n: 1 },
    { outcome: 'stored', reason: '', n: 4 },
  ]);
});

test('until the last step a new consumer stores what is old, and lets what is new wait', async () => {
  for (const { version } of migrations.filter(({ version }) => version >= 7 && version < 12)) {
    await migrate(client, migrations.slice(0, version));
    const handle = consumer();
    await handle(batch([then({ page_path: `/${version}` })], version), control);
    const dropped = today({ page_path: '/never', drop_reason: 'bot' });
    await expect(handle(batch([dropped], 100), control)).rejects.toThrow();
  }
  expect(letters).toBe(0);
  await migrate(client, migrations);
  await consumer()(batch([today({ page_path: '/never', drop_reason: 'bot' })], 100), control);
  expect(await report()).toEqual(
    [7, 8, 9, 10, 11].map((version) => ({ page_path: `/${version}`, views: 1 })).sort(byPath),
  );
});

test('views miss no ping and count none twice while they are changed under load', async () => {
  const handle = consumer();
  let stopped = false;
  let sent = 0;
  const load = async () => {
    while (!stopped) {
      const offset = sent++;
      await handle(batch([then({ page_path: `/${offset}` })], offset), control);
    }
  };
  const loads = [load(), load()];
  await migrate(client, migrations);
  stopped = true;
  await Promise.all(loads);
  const counts = 'select uniqExact(page_path) as n from';
  expect(await rows(`${counts} pageviews final`)).toEqual([{ n: sent }]);
  expect(await rows(`${counts} pings final`)).toEqual([{ n: sent }]);
  expect(letters).toBe(0);
});

function byPath(a: { page_path: string }, b: { page_path: string }): number {
  return a.page_path < b.page_path ? -1 : 1;
}
