import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { singleServer } from '@tallyhouse/cluster';
import { startConsumer } from '@tallyhouse/consumer';
import { createKafkaLog, type Log } from '@tallyhouse/log';
import { columns, encodeRow, type PingRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import { inNewDatabase } from '../database.ts';
import { type Line, line, note } from '../line.ts';
import { meter, residentBytes } from '../process.ts';
import type { Service } from '../service.ts';
import { inEmptyFolder, withKafka } from '../services.ts';
import type { Sizes } from '../sizes.ts';
import { median, sum } from '../statistics.ts';
import { keepLines } from './lines.ts';
import { type Watched, watched } from './watched.ts';

/** Irrelevant here: nobody reads it. */
const readiness = { MAX_LAG_SECONDS: 300, MAX_PARTS: 600 };
const run = promisify(execFile);
const logger = createLogger('bench', 'error');

type Cost = ReturnType<ReturnType<typeof meter>>;

/** Where the pings go. */
interface Into {
  service: Service;
  database: string;
}

/**
 * Measures the consumer from Kafka (one partition) into ClickHouse with all views, and curl that inserts exactly the same
 * batches. Each writes into a database of its own, in turn.
 */
export const measureConsumer = (
  service: Service,
  { pings: wanted, rounds }: Sizes['consumer'],
): Promise<Line[]> =>
  inEmptyFolder((folder) =>
    withKafka(async ({ brokers }) => {
      const topic = { brokers, partitions: 1, retentionHours: 1, logger };
      const name = randomUUID();
      const log = createKafkaLog({ ...topic, topic: `consume-${name}` });
      const deadLetterLog = createKafkaLog({ ...topic, topic: `dead-${name}` });
      try {
        const { pings, bytes, split } = await append(service, log, wanted, folder);
        const [consumer, curl]: [Cost[], Cost[]] = [[], []];
        for (let round = 0; round < rounds; round++) {
          const watch = watched(log, round, pings);
          const into = { service, database: `bench_consumer_${round}` };
          consumer.push(
            await inNewDatabase(service, into.database, () => consume(into, watch, deadLetterLog)),
          );
          const files = split(watch.batches);
          curl.push(await inNewDatabase(service, into.database, () => insertWithCurl(into, files)));
        }
        return linesOf(consumer, curl, pings, bytes, residentBytes(service.pids()[1]));
      } finally {
        await Promise.all([log.close(), deadLetterLog.close()]);
      }
    }),
  );

function linesOf(consumer: Cost[], curl: Cost[], pings: number, bytes: number, resident: number): Line[] {
  // Of each round, because what else the machine does changes from round to round.
  const ratio = median(consumer.map(({ seconds }, round) => (curl[round]?.seconds ?? Number.NaN) / seconds));
  const secondsAPing = (what: 'own' | 'server') => median(consumer.map((cost) => cost[what])) / pings;
  const perPing = (what: 'own' | 'server') => `${(secondsAPing(what) * 1e6).toFixed(1)} us`;
  return [
    line('Kafka to ClickHouse with all views, of curl', ratio, {
      atLeast: 0.85,
      baseline: rate(pings, fastest(curl)),
    }),
    note('pings stored', rate(pings, fastest(consumer)), {
      facts: [{ name: 'consumer: pings a second', value: pings / fastest(consumer) }],
    }),
    note('CPU time of the consumer a ping', perPing('own'), {
      baseline: `${perPing('server')} in ClickHouse`,
      facts: [
        { name: 'consumer: CPU seconds a ping', value: secondsAPing('own') },
        { name: 'consumer: CPU seconds a ping in ClickHouse', value: secondsAPing('server') },
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
  return { pings: messages.length, bytes, split: keepLines(folder, values) };
}

function toPingRow(row: Record<string, unknown>): PingRow {
  const values = columns.map(({ name, type }) => [
    name,
    type.startsWith('DateTime64') ? Date.parse(`${row[name]}Z`) : row[name],
  ]);
  return Object.fromEntries(values);
}

async function consume({ service, database }: Into, watch: Watched, deadLetterLog: Log): Promise<Cost> {
  const clickhouse = createClickHouse({ url: service.clickhouseUrl, database }, logger);
  const end = meter(service.pids()[1]);
  const { log, fail: onFatal } = watch;
  const servers = singleServer(clickhouse);
  const deps = { log, deadLetterLog, servers, logger, clock: Date.now, onFatal };
  const started = await startConsumer(readiness, deps);
  const seconds = await watch.seconds;
  const cost = { ...end(), seconds };
  await started.close();
  await clickhouse.close();
  return cost;
}

/** Runs curls in sequence. One shell starts them all, because a large process takes long to start another. */
async function insertWithCurl({ service, database }: Into, files: readonly string[]): Promise<Cost> {
  const query = 'insert into pings settings async_insert = 0 format JSONCompactEachRowWithNamesAndTypes';
  const ADDRESS = `${service.clickhouseUrl}/?${new URLSearchParams({ database, query })}`;
  const script = 'for file in "$@"; do curl -sSf --data-binary "@$file" "$ADDRESS" || exit 1; done';
  const { PATH = '' } = process.env;
  const end = meter(service.pids()[1]);
  await run('sh', ['-c', script, 'sh', ...files], { env: { PATH, ADDRESS } });
  return end();
}
