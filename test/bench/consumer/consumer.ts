import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClickHouse, createDatabase, migrate, migrations } from '@tallyhouse/clickhouse';
import { startConsumer } from '@tallyhouse/consumer';
import { createKafkaLog, type LogMessage } from '@tallyhouse/log';
import { columns, encodeRow, type PingRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import { startKafka } from '../../harness/kafka.ts';
import { type Line, ratioLine } from '../line.ts';
import type { Service } from '../service.ts';
import { watched } from './watched.ts';

/** Of no account here: nobody asks for it. */
const readiness = { MAX_LAG_SECONDS: 300, MAX_PARTS: 600 };
const run = promisify(execFile);
const logger = createLogger('bench', 'error');

/**
 * The consumer from Kafka (one partition) into ClickHouse with all views, beside curl that inserts the very batches that
 * the consumer made. Each into a database of its own, in turn.
 */
export async function measureConsumer(
  service: Service,
  { pings, rounds }: { pings: number; rounds: number },
  say: (text: string) => void,
): Promise<Line[]> {
  const messages = await filledMessages(service, pings);
  const kafka = await startKafka();
  const log = createKafkaLog({
    brokers: kafka.brokers,
    topic: `consume-${process.pid}`,
    partitions: 1,
    retentionHours: 1,
    logger,
  });
  const deadLetterLog = createKafkaLog({
    brokers: kafka.brokers,
    topic: `dead-${process.pid}`,
    partitions: 1,
    retentionHours: 1,
    logger,
  });
  try {
    const writer = log.writer();
    for (let first = 0; first < messages.length; first += 500)
      await writer.append(messages.slice(first, first + 500));
    const consumer: number[] = [];
    const curl: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const watch = watched(log, round, messages.length);
      consumer.push(
        await inNewDatabase(service, `bench_consumer_${round}`, async (database) => {
          const clickhouse = createClickHouse({ url: service.clickhouseUrl, database }, logger);
          const started = await startConsumer(readiness, {
            log: watch.log,
            deadLetterLog,
            clickhouse,
            logger,
            clock: Date.now,
            onFatal: watch.fail,
          });
          const seconds = await watch.seconds;
          await started.close();
          await clickhouse.close();
          return seconds;
        }),
      );
      curl.push(
        await inNewDatabase(service, `bench_curl_${round}`, (database) =>
          insertWithCurl(service, database, watch.bodies),
        ),
      );
      say(
        `round ${round + 1} of ${rounds}: ${rate(pings, consumer.at(-1))}, curl ${rate(pings, curl.at(-1))}`,
      );
    }
    const [ours, theirs] = [Math.min(...consumer), Math.min(...curl)];
    return [
      ratioLine('consumer', 'Kafka to ClickHouse with all views, of curl', theirs / ours, {
        atLeast: 0.85,
        baseline: rate(pings, theirs),
      }),
      { part: 'consumer', what: 'pings stored', figure: rate(pings, ours), target: '', met: undefined },
    ];
  } finally {
    await Promise.all([log.close(), deadLetterLog.close()]);
    await kafka.stop();
  }
}

const rate = (count: number, seconds = Number.NaN) => `${Math.round(count / seconds).toLocaleString('en')}/s`;

/** Filled pings, as the messages that ingest would have appended. */
async function filledMessages(service: Service, count: number): Promise<LogMessage[]> {
  const rows = await service.query(
    `select ${columns.map(({ name }) => name).join(', ')} from pings order by pinged_at desc limit {count:UInt32}`,
    { count },
  );
  return rows.map((row) => ({ key: String(row['session_id']), value: encodeRow(toPingRow(row)) }));
}

function toPingRow(row: Record<string, unknown>): PingRow {
  const values = columns.map(({ name, type }) => [
    name,
    type.startsWith('DateTime64') ? Date.parse(`${row[name]}Z`) : row[name],
  ]);
  return Object.fromEntries(values);
}

async function inNewDatabase(
  service: Service,
  database: string,
  work: (database: string) => Promise<number>,
): Promise<number> {
  const connection = { url: service.clickhouseUrl, database };
  await createDatabase(connection, logger);
  const client = createClickHouse(connection, logger);
  await migrate(client, migrations);
  await client.close();
  const seconds = await work(database);
  await service.command('drop database {database:Identifier} sync', { database });
  return seconds;
}

/** Seconds that one curl after the other takes for the bodies. */
async function insertWithCurl(
  service: Service,
  database: string,
  bodies: readonly Buffer[],
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-curl-'));
  try {
    const files = bodies.map((_, index) => join(folder, String(index)));
    await Promise.all(files.map((file, index) => writeFile(file, bodies[index] ?? '')));
    const query = 'insert into pings settings async_insert = 0 format JSONCompactEachRowWithNamesAndTypes';
    const { username, password, origin } = new URL(service.clickhouseUrl);
    const began = performance.now();
    for (const file of files) {
      await run('curl', [
        '-sSf',
        '-u',
        `${username}:${password}`,
        '--data-binary',
        `@${file}`,
        `${origin}/?database=${database}&query=${encodeURIComponent(query)}`,
      ]);
    }
    return (performance.now() - began) / 1000;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
