import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKafkaLog, type Log, type LogWriter } from '@tallyhouse/log';
import { encodeRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import { withAdmin } from '../faults/cluster/kafka.ts';
import { pingRow } from '../harness/clickhouse.ts';
import { freePort } from '../harness/free-port.ts';
import { startKafka } from '../harness/kafka.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { createMigrated } from './database.ts';
import { type Line, line } from './line.ts';
import type { Service } from './service.ts';
import { median } from './statistics.ts';

const logger = createLogger('bench', 'error');
const [partitions, consumers] = [6, 3];
const database = 'bench_takeover';
const group = 'tallyhouse-clickhouse';

/** How a consumer ends, and within which time its partitions have to be read again, milliseconds. */
const ends = [
  { signal: 'SIGKILL', ending: 'a killed consumer', targetMs: 15_000 },
  { signal: 'SIGTERM', ending: 'a consumer that ends on SIGTERM', targetMs: 2000 },
] as const;

/**
 * Measures how soon others read the partitions of a consumer that ends, of three on six partitions: from the signal until a ping
 * that was appended right after it is stored and committed, in every partition.
 */
export async function measureTakeover(service: Service, { rounds }: { rounds: number }): Promise<Line[]> {
  const kafka = await startKafka();
  const topic = `takeover-${randomUUID()}`;
  const log = createKafkaLog({ brokers: kafka.brokers, topic, partitions, retentionHours: 1, logger });
  const writer = log.writer();
  const running: Program[] = [];
  const start = async () => {
    const port = await freePort();
    const env = {
      HOST: '127.0.0.1',
      CONSUMER_PORT: `${port}`,
      KAFKA_BROKERS: kafka.brokers.join(),
      KAFKA_TOPIC: topic,
      CLICKHOUSE_URL: service.clickhouseUrl,
      CLICKHOUSE_DATABASE: database,
      LOG_LEVEL: 'error',
    };
    const readyUrls = [`http://127.0.0.1:${port}/readyz`];
    running.push(await startProgram([process.execPath, 'dist/consumer.js'], { env, readyUrls }));
  };
  try {
    await createMigrated(service, database);
    const lines: Line[] = [];
    for (const { signal, ending, targetMs } of ends) {
      const times: number[] = [];
      for (let round = 0; round < rounds; round++) {
        while (running.length < consumers) await start();
        await settled(kafka.brokers, topic);
        await readAgain(log, writer, () => {});
        const [program] = running.splice(round % consumers, 1);
        if (!program) throw new Error('there is no consumer');
        let over: Promise<unknown> = Promise.resolve();
        const took = await readAgain(log, writer, () => {
          over = program.end(signal);
        });
        times.push(took);
        await over;
      }
      const worst = Math.max(...times);
      const what = `partitions of ${ending} read again, the slowest of ${rounds}`;
      lines.push(
        line(what, worst / 1000, {
          unit: ' s',
          digits: 1,
          atMost: targetMs / 1000,
          baseline: `median ${(median(times) / 1000).toFixed(1)} s`,
        }),
      );
    }
    return lines;
  } finally {
    await Promise.all(running.map((program) => program.end('SIGKILL')));
    await writer.close();
    await log.close();
    await kafka.stop();
  }
}

/** Resolves once every consumer has its partitions. */
async function settled(brokers: string[], topic: string): Promise<void> {
  const stable = () =>
    withAdmin(brokers, async (admin) => {
      const { groups } = await admin.describeGroups([`${topic}.${group}`]);
      return groups.some(({ state, members }) => state === 'Stable' && members.length === consumers);
    });
  while (!(await stable())) await sleep(200);
}

/** Milliseconds from `begin` until a ping appended to each partition after it is committed. */
async function readAgain(log: Log, writer: LogWriter, begin: () => void): Promise<number> {
  const reader = log.reader(group);
  const began = performance.now();
  begin();
  await writer.append(
    Array.from({ length: partitions }, (_, partition) => {
      const row = pingRow({ pinged_at: Date.now() });
      return { key: row.session_id, partition, value: encodeRow(row) };
    }),
  );
  const goals = new Map((await reader.lag()).map(({ partition, end }) => [partition, end]));
  const isReached = async () =>
    (await reader.lag()).every(({ partition, committed }) => committed >= (goals.get(partition) ?? 0n));
  while (!(await isReached())) await sleep(20);
  return performance.now() - began;
}
