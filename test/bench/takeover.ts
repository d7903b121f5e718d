import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createKafkaLog, type Log, type LogWriter } from '@tallyhouse/log';
import { encodeRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import { withAdmin } from '../faults/cluster/kafka.ts';
import { pingRow } from '../harness/clickhouse.ts';
import type { Program } from '../harness/program.ts';
import { inNewDatabase } from './database.ts';
import { type Line, line } from './line.ts';
import type { Service } from './service.ts';
import { startApp, withKafka } from './services.ts';
import type { Sizes } from './sizes.ts';
import { median } from './statistics.ts';

const logger = createLogger('bench', 'error');
const [partitions, consumers] = [6, 3];
const database = 'bench_takeover';
const group = 'tallyhouse-clickhouse';

/** How a consumer ends, and within which time its partitions have to be read again, seconds. */
const ends = [
  { signal: 'SIGKILL', ending: 'a killed consumer', atMost: 15 },
  { signal: 'SIGTERM', ending: 'a consumer that ends on SIGTERM', atMost: 2 },
] as const;

/**
 * Measures how soon others read the partitions of a consumer that ends, of three on six partitions: from the signal until a ping
 * that was appended right after it is stored and committed, in every partition.
 */
export const measureTakeover = (service: Service, { rounds }: Sizes['takeover']): Promise<Line[]> =>
  withKafka(({ brokers }) =>
    inNewDatabase(service, database, async () => {
      const topic = `takeover-${randomUUID()}`;
      const log = createKafkaLog({ brokers, topic, partitions, retentionHours: 1, logger });
      const writer = log.writer();
      const running: Program[] = [];
      const settings = {
        KAFKA_BROKERS: brokers.join(),
        KAFKA_TOPIC: topic,
        CLICKHOUSE_URL: service.clickhouseUrl,
        CLICKHOUSE_DATABASE: database,
      };
      try {
        const lines: Line[] = [];
        for (const { signal, ending, atMost } of ends) {
          const times: number[] = [];
          for (let round = 0; round < rounds; round++) {
            while (running.length < consumers) running.push(await startApp('consumer', settings));
            await settled(brokers, topic);
            await readAgain(log, writer, () => {});
            const [program] = running.splice(round % consumers, 1);
            let over: Promise<unknown> | undefined;
            const seconds = await readAgain(log, writer, () => {
              over = program?.end(signal);
            });
            times.push(seconds);
            await over;
          }
          const what = `partitions of ${ending} read again, the slowest of ${rounds}`;
          const baseline = `median ${median(times).toFixed(1)} s`;
          lines.push(line(what, Math.max(...times), { unit: ' s', digits: 1, atMost, baseline }));
        }
        return lines;
      } finally {
        await Promise.all(running.map((program) => program.end('SIGKILL')));
        await writer.close();
        await log.close();
      }
    }),
  );

/** Resolves once every consumer has its partitions. */
async function settled(brokers: string[], topic: string): Promise<void> {
  const stable = () =>
    withAdmin(brokers, async (admin) => {
      const { groups } = await admin.describeGroups([`${topic}.${group}`]);
      return groups.some(({ state, members }) => state === 'Stable' && members.length === consumers);
    });
  while (!(await stable())) await sleep(200);
}

/** Seconds from `begin` until a ping appended to each partition after it is committed. */
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
  return (performance.now() - began) / 1000;
}
