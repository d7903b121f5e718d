import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createClickHouse, createDatabase, migrate, migrations, singleServer } from '@tallyhouse/clickhouse';
import { startConsumer } from '@tallyhouse/consumer';
import { createKafkaLog, type Log, type LogMessage } from '@tallyhouse/log';
import { columns, encodeRow, type PingRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import { startKafka } from '../../harness/kafka.ts';
import { cpuSeconds } from '../cpu.ts';
import { type Line, ratioLine } from '../line.ts';
import { residentBytes } from '../resident.ts';
import type { Service } from '../service.ts';
import { median } from '../statistics.ts';
import { type Lines, writeLines } from './lines.ts';
import { type Watched, watched } from './watched.ts';

/** Irrelevant here: nobody reads it. */
const readiness = { MAX_LAG_SECONDS: 300, MAX_PARTS: 600 };
const run = promisify(execFile);
const logger = createLogger('bench', 'error');

/** Seconds by the clock, and of CPU time in ClickHouse and in this process. */
interface Cost {
  seconds: number;
  clickhouse: number;
  own: number;
}

/**
 * Measures the consumer from Kafka (one partition) into ClickHouse with all views, and curl that inserts exactly the same
 * batches. Each writes into a database of its own, in turn.
 */
export async function measureConsumer(
  service: Service,
  { pings: wanted, rounds }: { pings: number; rounds: number },
  say: (text: string) => void,
): Promise<Line[]> {
  const kafka = await startKafka();
  const topic = { brokers: kafka.brokers, partitions: 1, retentionHours: 1, logger };
  const name = randomUUID();
  const log = createKafkaLog({ ...topic, topic: `consume-${name}` });
  const deadLetterLog = createKafkaLog({ ...topic, topic: `dead-${name}` });
  const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-curl-'));
  try {
    const lines = await append(service, log, wanted, folder);
    const pings = lines.count;
    const consumer: Cost[] = [];
    const curl: Cost[] = [];
    for (let round = 0; round < rounds; round++) {
      const watch = watched(log, round, pings);
      const consumed = await inNewDatabase(service, `bench_consumer_${round}`, (database) =>
        consume(service, database, watch, deadLetterLog),
      );
      const files = await lines.split(watch.batches, folder);
      const curled = await inNewDatabase(service, `bench_curl_${round}`, (database) =>
        insertWithCurl(service, database, files),
      );
      consumer.push(consumed);
      curl.push(curled);
      say(
        `round ${round + 1} of ${rounds}: ${rate(pings, consumed.seconds)} in ${watch.batches.length} batches, ` +
          `curl ${rate(pings, curled.seconds)}; ${cpu(consumed)}, curl ${cpu(curled)}`,
      );
    }
    lines.close();
    // Of each round, because what else the machine does changes from round to round.
    const ratio = median(
      consumer.map(({ seconds }, round) => (curl[round]?.seconds ?? Number.NaN) / seconds),
    );
    const secondsAPing = (what: 'own' | 'clickhouse') => median(consumer.map((cost) => cost[what])) / pings;
    const perPing = (what: 'own' | 'clickhouse') => `${(secondsAPing(what) * 1e6).toFixed(1)} us`;
    const [, clickhouse = 0] = service.pids();
    const resident = residentBytes(clickhouse);
    return [
      ratioLine('consumer', 'Kafka to ClickHouse with all views, of curl', ratio, {
        atLeast: 0.85,
        baseline: rate(pings, fastest(curl)),
      }),
      {
        part: 'consumer',
        what: 'pings stored',
        figure: rate(pings, fastest(consumer)),
        target: '',
        met: undefined,
        facts: [{ name: 'consumer: pings a second', value: pings / fastest(consumer) }],
      },
      {
        part: 'consumer',
        what: 'CPU time of the consumer a ping',
        figure: perPing('own'),
        target: '',
        met: undefined,
        baseline: `${perPing('clickhouse')} in ClickHouse`,
        facts: [
          { name: 'consumer: CPU seconds a ping', value: secondsAPing('own') },
          { name: 'consumer: CPU seconds a ping in ClickHouse', value: secondsAPing('clickhouse') },
        ],
      },
      {
        part: 'consumer',
        what: 'a message in Kafka, key and row',
        figure: `${Math.round(lines.bytesAMessage)} B`,
        target: '',
        met: undefined,
        facts: [{ name: 'consumer: bytes a message', value: lines.bytesAMessage }],
      },
      {
        part: 'consumer',
        what: 'resident memory of ClickHouse after the load',
        figure: `${Math.round(resident / 1e6)} MB`,
        target: '',
        met: undefined,
        facts: [{ name: 'consumer: resident bytes of ClickHouse after the load', value: resident }],
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await Promise.all([log.close(), deadLetterLog.close()]);
    await kafka.stop();
  }
}

const fastest = (costs: readonly Cost[]) => Math.min(...costs.map(({ seconds }) => seconds));
const cpu = ({ clickhouse, own }: Cost) =>
  `CPU ${clickhouse.toFixed(1)} s in ClickHouse and ${own.toFixed(1)} s here`;

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

/** Appends filled pings to the log. @returns the lines that become of them, and the mean size of a message */
async function append(
  service: Service,
  log: Log,
  pings: number,
  folder: string,
): Promise<Lines & { bytesAMessage: number }> {
  const messages = await filledMessages(service, pings);
  const writer = log.writer();
  for (let first = 0; first < messages.length; first += 500)
    await writer.append(messages.slice(first, first + 500));
  const bytes = messages.reduce(
    (sum, { key, value }) => sum + Buffer.byteLength(key ?? '') + value.length,
    0,
  );
  const lines = writeLines(
    folder,
    messages.map(({ value }) => value),
  );
  return { ...lines, bytesAMessage: bytes / messages.length };
}

async function inNewDatabase(
  service: Service,
  database: string,
  work: (database: string) => Promise<Cost>,
): Promise<Cost> {
  const connection = { url: service.clickhouseUrl, database };
  await createDatabase(connection, logger);
  const client = createClickHouse(connection, logger);
  await migrate(client, migrations);
  await client.close();
  const cost = await work(database);
  await service.command('drop database {database:Identifier} sync', { database });
  return cost;
}

/** Begins to count the CPU time of this process and of ClickHouse. */
function meter(service: Service): (seconds: number) => Cost {
  const [, clickhouse = 0] = service.pids();
  const [before, own] = [cpuSeconds(clickhouse), process.cpuUsage()];
  return (seconds) => {
    const { user, system } = process.cpuUsage(own);
    return { seconds, clickhouse: cpuSeconds(clickhouse) - before, own: (user + system) / 1e6 };
  };
}

async function consume(
  service: Service,
  database: string,
  watch: Watched,
  deadLetterLog: Log,
): Promise<Cost> {
  const clickhouse = createClickHouse({ url: service.clickhouseUrl, database }, logger);
  const spent = meter(service);
  const { log, fail: onFatal } = watch;
  const started = await startConsumer(readiness, {
    log,
    deadLetterLog,
    servers: singleServer(clickhouse),
    logger,
    clock: Date.now,
    onFatal,
  });
  const cost = spent(await watch.seconds);
  await started.close();
  await clickhouse.close();
  return cost;
}

/** Runs curls in sequence. One shell starts them all, because a large process takes long to start another. */
async function insertWithCurl(service: Service, database: string, files: readonly string[]): Promise<Cost> {
  const query = 'insert into pings settings async_insert = 0 format JSONCompactEachRowWithNamesAndTypes';
  const { username, password, origin } = new URL(service.clickhouseUrl);
  const address = `${origin}/?database=${database}&query=${encodeURIComponent(query)}`;
  const script =
    'for file in "$@"; do curl -sSf -u "$USER" --data-binary "@$file" "$ADDRESS" || exit 1; done';
  const { PATH = '' } = process.env;
  const spent = meter(service);
  const began = performance.now();
  await run('sh', ['-c', script, 'sh', ...files], {
    env: { PATH, USER: `${username}:${password}`, ADDRESS: address },
  });
  return spent((performance.now() - began) / 1000);
}
