import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createClickHouse, createDatabase } from '@tallyhouse/clickhouse';
import { singleServer } from '@tallyhouse/cluster';
import { startConsumer } from '@tallyhouse/consumer';
import { createKafkaLog, type Log } from '@tallyhouse/log';
import { columns, encodeRow, type PingRow } from '@tallyhouse/ping';
import { migrateDatabase } from '@tallyhouse/schema';
import { createLogger } from '@tallyhouse/service';
import { type Line, line, note } from './line.ts';
import type { MeasuredAlone } from './measured.ts';
import { curl, meter, residentBytes } from './process.ts';
import type { Service } from './service.ts';
import { inEmptyFolder, withKafka } from './services.ts';
import { grouped, median, sum } from './statistics.ts';
import { targets } from './targets.ts';

/** Irrelevant here: nothing reads it. */
const readiness = { MAX_LAG_SECONDS: 300, MAX_PARTS: 600 };
const run = promisify(execFile);
const logger = createLogger('bench', 'error');

type Cost = ReturnType<ReturnType<typeof meter>>;

/**
 * Measures the consumer from Kafka (one partition) into ClickHouse with all views, and curl that inserts the same rows in batches of the
 * same size, in turn and each into its own database.
 */
export const measureConsumer: MeasuredAlone<'consumer'> = (service, { pings: wanted, rounds }) =>
  inEmptyFolder((folder) =>
    withKafka(async ({ brokers }) => {
      const topic = `consume-${randomUUID()}`;
      const logOf = (of: string) =>
        createKafkaLog({ brokers, topic: topic + of, partitions: 1, retentionHours: 1, logger });
      const [log, deadLetterLog] = [logOf(''), logOf('-dead')];
      try {
        const { pings, bytes } = await append(service, log, wanted);
        const [consumer, direct]: [Cost[], Cost[]] = [[], []];
        for (let round = 0; round < rounds; round++) {
          const database = `bench_consumer_${round}`;
          const files = await inNewDatabase(service, database, async () => {
            const { cost, batches } = await consume(service, database, round, pings, log, deadLetterLog);
            consumer.push(cost);
            return readBack(service, database, batches, folder);
          });
          direct.push(await inNewDatabase(service, database, () => insertWithCurl(service, database, files)));
        }
        return linesOf(consumer, direct, pings, bytes, residentBytes(service.pids()[1]));
      } finally {
        await Promise.all([log.close(), deadLetterLog.close()]);
      }
    }),
  );

function linesOf(consumer: Cost[], direct: Cost[], pings: number, bytes: number, resident: number): Line[] {
  // Round by round, because the machine's other load changes.
  const ratio = median(
    consumer.map(({ seconds }, round) => (direct[round]?.seconds ?? Number.NaN) / seconds),
  );
  const fastest = (costs: readonly Cost[]) => pings / Math.min(...costs.map(({ seconds }) => seconds));
  const [own, server] = (['own', 'server'] as const).map(
    (side) => median(consumer.map((cost) => cost[side])) / pings,
  );
  const inUs = (seconds = Number.NaN) => `${(seconds * 1e6).toFixed(1)} us`;
  const baseline = `${grouped(fastest(direct))}/s`;
  return [
    line('Kafka to ClickHouse with all views, of curl', ratio, targets.consumer, { baseline }),
    note('pings stored', `${grouped(fastest(consumer))}/s`, {
      facts: [{ name: 'consumer: pings a second', value: fastest(consumer) }],
    }),
    note('CPU time of the consumer a ping', inUs(own), {
      baseline: `${inUs(server)} in ClickHouse`,
      facts: [
        { name: 'consumer: CPU seconds a ping', value: own ?? Number.NaN },
        { name: 'consumer: CPU seconds a ping in ClickHouse', value: server ?? Number.NaN },
      ],
    }),
    note('a message in Kafka, key and row', `${grouped(bytes)} B`, {
      facts: [{ name: 'consumer: bytes a message', value: bytes }],
    }),
    note('resident memory of ClickHouse after the load', `${grouped(resident / 1e6)} MB`, {
      facts: [{ name: 'consumer: resident bytes of ClickHouse after the load', value: resident }],
    }),
  ];
}

/** Appends filled pings to the log as ingest would; `bytes` is the mean size of a message. */
async function append(service: Service, log: Log, count: number): Promise<{ pings: number; bytes: number }> {
  const names = columns.map(({ name }) => name).join();
  const sql = `select ${names} from pings order by pinged_at desc limit {count:UInt32}`;
  const messages = (await service.query(sql, { count })).map((row) => ({
    key: String(row['session_id']),
    value: encodeRow(toPingRow(row)),
  }));
  const writer = log.writer();
  for (let first = 0; first < messages.length; first += 500)
    await writer.append(messages.slice(first, first + 500));
  const bytes = sum(messages.map(({ key, value }) => Buffer.byteLength(key) + value.length));
  return { pings: messages.length, bytes: bytes / messages.length };
}

function toPingRow(row: Record<string, unknown>): PingRow {
  const values = columns.map(({ name, type }) => [
    name,
    type.startsWith('DateTime64') ? Date.parse(`${row[name]}Z`) : row[name],
  ]);
  return Object.fromEntries(values);
}

/** Reads all messages, in each round as another group. @returns the sizes of batches, too */
async function consume(
  service: Service,
  database: string,
  round: number,
  pings: number,
  log: Log,
  deadLetterLog: Log,
): Promise<{ cost: Cost; batches: number[] }> {
  const batches: number[] = [];
  let [began, failed]: [number | undefined, unknown] = [undefined, undefined];
  let seconds = 0;
  const watched: Log = {
    ...log,
    reader: (group) => {
      const reader = log.reader(`${group}-${round}`);
      const consume: typeof reader.consume = (handler, onFatal) =>
        reader.consume(async (batch, control) => {
          began ??= performance.now();
          await handler(batch, control);
          seconds = (performance.now() - began) / 1000;
          batches.push(batch.values.length);
        }, onFatal);
      return { ...reader, consume };
    },
  };
  const clickhouse = createClickHouse({ url: service.clickhouseUrl, database }, logger);
  const end = meter(service.pids()[1]);
  const onFatal = (error: unknown) => {
    failed = error;
  };
  const deps = { log: watched, deadLetterLog, servers: singleServer(clickhouse), logger, clock: Date.now };
  const consumer = await startConsumer(readiness, { ...deps, onFatal });
  while (sum(batches) < pings) {
    if (failed !== undefined) throw failed;
    await sleep(20);
  }
  const cost = { ...end(), seconds };
  await consumer.close();
  await clickhouse.close();
  return { cost, batches };
}

const format = 'format JSONCompactEachRowWithNamesAndTypes';

/** Writes stored rows into files in the format that the consumer inserts, one for each batch. */
async function readBack(service: Service, database: string, batches: number[], folder: string) {
  const files: string[] = [];
  for (const [index, rows] of batches.entries()) {
    const query = `select * from pings order by log_offset limit ${rows} offset ${sum(batches.slice(0, index))} ${format}`;
    const file = join(folder, String(index));
    await curl(file, '--data-binary', query, `${service.clickhouseUrl}/?database=${database}`);
    files.push(file);
  }
  return files;
}

/** Runs curls in sequence. One shell starts them all, because starting a process from a large one is slow. */
async function insertWithCurl(service: Service, database: string, files: readonly string[]): Promise<Cost> {
  const query = `insert into pings settings async_insert = 0 ${format}`;
  const ADDRESS = `${service.clickhouseUrl}/?${new URLSearchParams({ database, query })}`;
  const script = 'for file in "$@"; do curl -sSf --data-binary "@$file" "$ADDRESS" || exit 1; done';
  const { PATH = '' } = process.env;
  const end = meter(service.pids()[1]);
  await run('sh', ['-c', script, 'sh', ...files], { env: { PATH, ADDRESS } });
  return end();
}

/** Works with another database on a service's ClickHouse, with all tables, and drops it. */
async function inNewDatabase<Result>(
  { clickhouseUrl: url, command }: Service,
  database: string,
  work: () => Promise<Result>,
): Promise<Result> {
  await createDatabase({ url, database }, logger);
  const client = createClickHouse({ url, database }, logger);
  await migrateDatabase(client);
  await client.close();
  const result = await work();
  await command('drop database {database:Identifier} sync', { database });
  return result;
}
