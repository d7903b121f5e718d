import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { createClickHouse, singleServer } from '@tallyhouse/clickhouse';
import { startConsumer } from '@tallyhouse/consumer';
import { createKafkaLog, type Log } from '@tallyhouse/log';
import { columns, encodeRow, type PingRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import { startKafka } from '../../harness/kafka.ts';
import { createMigrated } from '../database.ts';
import { type Line, line, note } from '../line.ts';
import { cpuSeconds, residentBytes } from '../process.ts';
import type { Service } from '../service.ts';
import { inEmptyFolder } from '../services.ts';
import { median, sum } from '../statistics.ts';
import { writeLines } from './lines.ts';
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
export const measureConsumer = (
  service: Service,
  { pings: wanted, rounds }: { pings: number; rounds: number },
): Promise<Line[]> =>
  inEmptyFolder(async (folder) => {
    const kafka = await startKafka();
    const topic = { brokers: kafka.brokers, partitions: 1, retentionHours: 1, logger };
    const name = randomUUID();
    const log = createKafkaLog({ ...topic, topic: `consume-${name}` });
    const deadLetterLog = createKafkaLog({ ...topic, topic: `dead-${name}` });
    try {
      const { pings, bytes, lines } = await append(service, log, wanted, folder);
      const [consumer, curl]: [Cost[], Cost[]] = [[], []];
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
      }
      lines.close();
      return linesOf(consumer, curl, pings, bytes, residentBytes(service.pids()[1]));
    } finally {
      await Promise.all([log.close(), deadLetterLog.close()]);
      await kafka.stop();
    }
  });

function linesOf(consumer: Cost[], curl: Cost[], pings: number, bytes: number, resident: number): Line[] {
  // Of each round, because what else the machine does changes from round to round.
  const ratio = median(consumer.map(({ seconds }, round) => (curl[round]?.seconds ?? Number.NaN) / seconds));
  const secondsAPing = (what: 'own' | 'clickhouse') => median(consumer.map((cost) => cost[what])) / pings;
  const perPing = (what: 'own' | 'clickhouse') => `${(secondsAPing(what) * 1e6).toFixed(1)} us`;
  return [
    line('Kafka to ClickHouse with all views, of curl', ratio, {
      atLeast: 0.85,
      baseline: rate(pings, fastest(curl)),
    }),
    note('pings stored', rate(pings, fastest(consumer)), {
      facts: [{ name: 'consumer: pings a second', value: pings / fastest(consumer) }],
    }),
    note('CPU time of the consumer a ping', perPing('own'), {
      baseline: `${perPing('clickhouse')} in ClickHouse`,
      facts: [
        { name: 'consumer: CPU seconds a ping', value: secondsAPing('own') },
        { name: 'consumer: CPU seconds a ping in ClickHouse', value: secondsAPing('clickhouse') },
      ],
    }),
    line('a message in Kafka, key and row', bytes, {
      unit: ' B',
      facts: [{ name: 'consumer: bytes a message', value: bytes }],
    }),
    line('resident memory of ClickHouse after the load', resident / 1e6, {
      unit: ' MB',
      facts: [{ name: 'consumer: resident bytes of ClickHouse after the load', value: resident }],
    }),
  ];
}

const fastest = (costs: readonly Cost[]) => Math.min(...costs.map(({ seconds }) => seconds));

const rate = (count: number, seconds = Number.NaN) => `${Math.round(count / seconds).toLocaleString('en')}/s`;

/** Appends filled pings to the log, as ingest would have. Their lines are kept in the folder, `bytes` is the mean of a message. */
async function append(service: Service, log: Log, count: number, folder: string) {
  const rows = await service.query(
    `select ${columns.map(({ name }) => name).join(', ')} from pings order by pinged_at desc limit {count:UInt32}`,
    { count },
  );
  const messages = rows.map((row) => ({
    key: String(row['session_id']),
    value: encodeRow(toPingRow(row)),
  }));
  const writer = log.writer();
  for (let first = 0; first < messages.length; first += 500)
    await writer.append(messages.slice(first, first + 500));
  const values = messages.map(({ value }) => value);
  const bytes =
    sum(messages.map(({ key, value }) => Buffer.byteLength(key) + value.length)) / messages.length;
  return { pings: messages.length, bytes, lines: writeLines(folder, values) };
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
  work: (database: string) => Promise<Cost>,
): Promise<Cost> {
  await createMigrated(service, database);
  const cost = await work(database);
  await service.command('drop database {database:Identifier} sync', { database });
  return cost;
}

/** Begins to count the CPU time of this process and of ClickHouse. */
function meter(service: Service): (seconds: number) => Cost {
  const [, clickhouse] = service.pids();
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
