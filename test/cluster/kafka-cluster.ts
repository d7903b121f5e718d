import { randomBytes } from 'node:crypto';
import type { ClickHouseClient } from '@clickhouse/client';
import { createKafkaLog, type Log, type LogMessage } from '@tallyhouse/log';
import { encodeRow, keyOf, type PingRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import type { App } from '../faults/cluster/app.ts';
import { createConsumer } from '../faults/cluster/programs.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { sharedBrokers } from '../harness/shared/brokers.ts';
import { until, works } from '../log/gather.ts';
import { clientOf, startShards, type TestShards } from './shards.ts';

type Settings = Record<string, string>;

/** Shards and a topic, with the programs that work on both. */
export interface KafkaCluster extends TestShards {
  brokers: string[];
  topic: string;
  log: Log;
  /** The settings of its programs. */
  env: Settings;
  /** The brokers that were added. */
  consumers: App[];
  /** Reads and writes a shard, from 1. */
  client(number: number): ClickHouseClient;
  /** Starts another consumer. */
  addConsumer(settings?: Settings): Promise<App>;
  /** Appends pings as ingest does, and other messages. */
  append(pings: readonly PingRow[], others?: readonly LogMessage[]): Promise<void>;
  /** Starts a program with the settings of the cluster. */
  begin(program: string, args?: readonly string[], settings?: Settings): Promise<Program>;
  /** Runs a program to its end. */
  run(
    program: string,
    args?: readonly string[],
    settings?: Settings,
  ): Promise<{ code: number | string; output: string }>;
}

export const messageOf = (ping: PingRow) => ({ key: keyOf(ping), value: encodeRow(ping) });

/** @param smaller how many of the shards it has yet, the first ones; all of them unless it is given */
export async function startKafkaCluster(
  partitions: number,
  { count = 2, smaller = 0, logLevel = 'warn' } = {},
): Promise<KafkaCluster> {
  const started = await startShards(count, { migrated: false, smaller });
  const brokers = await sharedBrokers();
  const topic = `test_shards_${randomBytes(4).toString('hex')}`;
  const logger = createLogger('test', 'silent');
  const log = createKafkaLog({ brokers, topic, partitions, retentionHours: 24, logger });
  const writer = log.writer();
  const env = {
    HOST: '127.0.0.1',
    KAFKA_BROKERS: brokers.join(),
    KAFKA_TOPIC: topic,
    KAFKA_PARTITIONS: `${partitions}`,
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    CLICKHOUSE_SHARDS: started.addresses
      .split(',')
      .slice(0, smaller || count)
      .join(),
    CLICKHOUSE_DATABASE: started.database,
    LOG_LEVEL: logLevel,
  };
  const consumers: App[] = [];
  const begin: KafkaCluster['begin'] = (program, args = [], settings = {}) =>
    startProgram([process.execPath, `dist/${program}.js`, ...args], {
      env: { ...env, ...settings },
      readyUrls: [],
    });
  const cluster: KafkaCluster = {
    ...started,
    brokers,
    topic,
    log,
    env,
    consumers,
    client: (number) => clientOf(started, number),
    async addConsumer(settings = {}) {
      const app = await createConsumer({ ...env, ...settings });
      consumers.push(app);
      await app.start();
      return app;
    },
    async append(pings, others = []) {
      const messages = [...pings.map(messageOf), ...others];
      // Messages that a busy broker refuses may be in the log: the same ones are appended again.
      await until(() => works(writer.append(messages)));
    },
    begin,
    async run(...program) {
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
