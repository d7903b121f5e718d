import { singleServer } from '@tallyhouse/cluster';
import { startConsumer } from '@tallyhouse/consumer';
import { consumerGroup, type Log } from '@tallyhouse/log';
import { encodeRow } from '@tallyhouse/ping';
import type { Finding } from '@tallyhouse/service';
import { checkOffsets } from '@tallyhouse/verify';
import { createTestDatabase, pingRow, type TestDatabase } from '../harness/clickhouse.ts';
import { caughtUp, readyWriter, until } from '../log/gather.ts';
import { embeddedPlace, kafkaPlace, type Place, quiet } from '../log/place.ts';

/** The offsets of a topic in Kafka, with several partitions. */

const now = Date.now();

let db: TestDatabase;
let places: Place[];
let log: Log;

beforeAll(async () => {
  db = await createTestDatabase();
  places = [await kafkaPlace(), await embeddedPlace()];
  const [pings, letters] = places.map((place) => place.open());
  if (!pings || !letters) throw new Error('no log');
  log = pings;
  const writer = await readyWriter(log);
  const rows = Array.from({ length: 60 }, (_, index) => pingRow({ pinged_at: now - 60_000 + index }));
  await writer.append([
    ...rows.map((row) => ({ key: row.session_id, value: encodeRow(row) })),
    { key: 'bad', value: Buffer.from('nonsense') },
  ]);
  const consumer = await startConsumer(
    { MAX_LAG_SECONDS: 300, MAX_PARTS: 600 },
    {
      log,
      deadLetterLog: letters,
      servers: singleServer(db.client),
      logger: quiet,
      clock: Date.now,
      onFatal: () => {},
    },
  );
  const reader = log.reader(consumerGroup);
  await until(async () => (await stored()) === 61 && (await caughtUp(reader)));
  await consumer.close();
});
afterAll(async () => {
  for (const place of places) await place.remove();
  await db.drop();
});

async function stored(): Promise<number> {
  const result = await db.client.query({
    query: 'select (select count() from pings) + (select count() from dead_letters) as n',
    format: 'JSONEachRow',
  });
  return (await result.json<{ n: number }>())[0]?.n ?? 0;
}

function check(): Promise<Finding[]> {
  return checkOffsets({
    servers: singleServer(db.client).all,
    shards: undefined,
    log,
    reports: {
      ask: () => Promise.reject(new Error('not asked')),
      close: async () => {},
    },
    range: { from: now - 3_600_000, to: Date.now() },
    keptSince: 0,
    progress: () => {},
  });
}

test('every offset of every partition is a row or a dead letter, and missing ones are named', async () => {
  const clean = await check();
  expect(clean.map(({ name }) => name)).toEqual([
    ...[0, 1, 2, 3].map((partition) => `log, partition ${partition}`),
    'raw pings',
  ]);
  expect(clean.flatMap(({ differences }) => differences)).toEqual([]);
  expect(clean.at(-1)?.compared).toBe('60 pings; none delivered twice; 1 dead letter to put back');

  await db.client.command({
    query: 'delete from pings where log_partition = 2 and log_offset = 1',
    clickhouse_settings: { lightweight_deletes_sync: '1' },
  });
  const found = (await check()).filter(({ differences }) => differences.length > 0);
  expect(found).toMatchObject([
    {
      name: 'log, partition 2',
      differences: ['offset 1: nothing stored, still in the log: tallyhouse replay stores it'],
    },
  ]);
});
