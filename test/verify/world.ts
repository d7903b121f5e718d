import { randomBytes } from 'node:crypto';
import { createClickHouse, createDatabase } from '@tallyhouse/clickhouse';
import { singleServer } from '@tallyhouse/cluster';
import { createInsert } from '@tallyhouse/consumer';
import { createBatchHandler } from '@tallyhouse/consumer/consume';
import { createDeadLetters } from '@tallyhouse/consumer/dead-letters';
import { shareInserts } from '@tallyhouse/consumer/shared-insert';
import { consumerGroup, createEmbeddedLog, type Log } from '@tallyhouse/log';
import { encodeRow, type PingRow } from '@tallyhouse/ping';
import { createTestDatabase, pingRow, type TestDatabase } from '../harness/clickhouse.ts';
import { logger } from '../harness/quiet.ts';
import { cloneDatabase } from '../harness/template.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { caughtUp, until } from '../log/gather.ts';

const day = 86_400_000;
const noon = Math.floor(Date.now() / day) * day - day / 2;
export const minutesAfter = (minutes: number) => noon + minutes * 60_000;

/** Three visits to two sites: a view and an engage ping for each pageview. */
export const pings: PingRow[] = ['blog', 'blog', 'shop'].flatMap((site_id, visit) => {
  const begun = minutesAfter(10 * visit);
  const ids = { site_id, visitor_id: uuid7(begun), session_id: uuid7(begun) };
  return [0, 1].flatMap((view) => {
    const pinged_at = begun + view * 60_000;
    const pageview = { ...ids, pageview_id: uuid7(pinged_at), page_path: `/${visit}/${view}` };
    return [
      pingRow({ ...pageview, pinged_at, page_title: `Page ${view}`, country: 'NL', latitude: 52 }),
      pingRow({ ...pageview, pinged_at: pinged_at + 9000, type: 'engage', focus_time_ms: 9000 }),
    ];
  });
});

/** An order that is sent twice, and a dropped ping. */
const order = { event: 'Order', event_id: 'order-1', page_path: '/thanks' };
const others = [
  pingRow({ ...order, pinged_at: minutesAfter(15) }),
  pingRow({ ...order, pinged_at: minutesAfter(10), amount: '9.9', currency: 'EUR', props: { a: 'b' } }),
  pingRow({ pinged_at: minutesAfter(30), page_path: '', drop_reason: 'bot' }),
];

/** A log with the pings above and a refused message, and the database that stored it. A test takes a copy of the database to damage it. */
export async function load(more: readonly PingRow[] = []) {
  const db = await createTestDatabase();
  const inFolder = folderOfFile();
  const [log, deadLetterLog] = [open('log'), open('dead-letters')];
  function open(name: string): Log {
    return createEmbeddedLog({ folder: inFolder(name), partitions: 1, retainMs: 3_600_000, logger });
  }
  const [writer, reader, letters] = [log.writer(), log.reader(consumerGroup), deadLetterLog.writer()];
  const append = async (values: readonly Buffer[]) => {
    // One by one, so that each becomes a chunk of the log.
    for (const [index, value] of values.entries()) await writer.append([{ key: String(index), value }]);
    await until(() => caughtUp(reader));
  };
  // Not the whole consumer, which might settle a day.
  const handler = createBatchHandler({
    insertMessages: shareInserts(createInsert(db.client)),
    deadLetters: createDeadLetters(letters, singleServer(db.client), logger, Date.now),
  });
  await reader.consume(handler, () => {});
  await append([...pings, ...others].map(encodeRow));
  // By itself: among good messages, finding it would take a dozen inserts.
  await append([Buffer.from('nonsense')]);
  await append(more.map(encodeRow));
  await Promise.all([writer.close(), reader.close(), letters.close()]);
  return {
    db,
    log,
    folder: inFolder(),
    open,
    async drop() {
      await Promise.all([log.close(), deadLetterLog.close()]);
      await db.drop();
    },
  };
}

/** A copy of a database, on the same server with the same users. */
export async function copyOf({ client, database: from, url }: TestDatabase) {
  const database = `test_${randomBytes(6).toString('hex')}`;
  await createDatabase({ url, database }, logger);
  const copy = createClickHouse({ url, database }, logger);
  await cloneDatabase(copy, from, database);
  return {
    client: copy,
    database,
    async run(...queries: readonly string[]): Promise<void> {
      const clickhouse_settings = { mutations_sync: '1', lightweight_deletes_sync: '1' } as const;
      for (const query of queries) await copy.command({ query, clickhouse_settings });
    },
    async drop(): Promise<void> {
      await client.command({ query: `drop database ${database} sync` });
      await copy.close();
    },
  };
}
