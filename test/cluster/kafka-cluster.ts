import { randomBytes } from 'node:crypto';
import { createKafkaLog, type LogMessage } from '@tallyhouse/log';
import { encodeRow, keyOf, type PingRow } from '@tallyhouse/ping';
import type { App } from '../faults/cluster/app.ts';
import { createConsumer } from '../faults/cluster/programs.ts';
import { eventually } from '../harness/eventually.ts';
import { startProgram } from '../harness/program.ts';
import { logger } from '../harness/quiet.ts';
import { sharedBrokers } from '../harness/shared/brokers.ts';
import { until, works } from '../log/gather.ts';
import { clientOf, startShards } from './shards.ts';

type Settings = Record<string, string>;

export const messageOf = (ping: PingRow) => ({ key: keyOf(ping), value: encodeRow(ping) });

/**
 * Shards and a topic, with the programs that work on both.
 * @param smaller how many of the shards it has yet, the first ones; all of them unless it is given
 */
export async function startKafkaCluster(
  partitions: number,
  { count = 2, smaller = 0, logLevel = 'warn' } = {},
) {
  const started = await startShards(count, { migrated: false, smaller });
  const brokers = await sharedBrokers();
  const topic = `test_shards_${randomBytes(4).toString('hex')}`;
  const log = createKafkaLog({ brokers, topic, partitions, retentionHours: 24, logger });
  const writer = log.writer();
  const env = {
    HOST: '127.0.0.1',
    KAFKA_BROKERS: brokers.join(),
    KAFKA_TOPIC: topic,
    KAFKA_PARTITIONS: `${partitions}`,
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    CLICKHOUSE_SHARDS: started.addresses.split(',', smaller || count).join(),
    CLICKHOUSE_DATABASE: started.database,
    LOG_LEVEL: logLevel,
  };
  const consumers: App[] = [];
  /** Starts a program with the settings of the cluster. */
  const begin = (program: string, args: readonly string[] = [], settings: Settings = {}) => {
    const command = [process.execPath, `dist/${program}.js`, ...args];
    return startProgram(command, { env: { ...env, ...settings }, readyUrls: [] });
  };
  const cluster = {
    ...started,
    brokers,
    topic,
    log,
    /** The settings of its programs. */
    env,
    /** The brokers that were added. */
    consumers,
    /** Reads and writes a shard, from 1. */
    client: (number: number) => clientOf(started, number),
    async addConsumer(settings: Settings = {}) {
      const app = await createConsumer({ ...env, ...settings });
      consumers.push(app);
      await app.start();
      // The first ones write the map.
      await eventually(async () => (await (await fetch(`${app.url}/readyz`)).text()).includes('"lag"'), true);
      return app;
    },
    /** Appends pings as ingest does, and other messages. */
    async append(pings: readonly PingRow[], others: readonly LogMessage[] = []) {
      const messages = [...pings.map(messageOf), ...others];
      // Messages that a busy broker refuses may be in the log: the same ones are appended again.
      await until(() => works(writer.append(messages)));
    },
    begin,
    /** Runs a program to its end. */
    async run(...program: Parameters<typeof begin>) {
      const ran = await begin(...program);
      return { code: await ran.ended, output: ran.output() };
    },
    async stop() {
      await Promise.all(consumers.map((app) => app.end('SIGKILL')));
      await writer.close();
      await log.close();
      await started.stop();
    },
  };
  const ofSmaller = smaller > 0 ? { CLICKHOUSE_CLUSTER: `${started.cluster}_${smaller}` } : {};
  const migrated = await cluster.run('migrate', [], ofSmaller);
  if (migrated.code !== 0) throw new Error(migrated.output);
  return cluster;
}

export type KafkaCluster = Awaited<ReturnType<typeof startKafkaCluster>>;
