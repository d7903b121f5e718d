import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse, createDatabase, migrate, migrations } from '@tallyhouse/clickhouse';
import { createKafkaLog, type PartitionLag } from '@tallyhouse/log';
import { createLogger } from '@tallyhouse/service';
import { cloneDatabase } from '../../harness/template.ts';
import { queryOf } from '../check/query.ts';
import type { App } from './app.ts';
import { type ClickHouseServer, sharedClickHouse } from './clickhouse.ts';
import type { Place } from './place.ts';
import { createConsumer, createIngest } from './programs.ts';
import { startProxy, type TcpProxy } from './proxy.ts';

export const key = 'the-key-of-the-tests';

/** The consumers' group in Kafka. */
export const groupOf = (topic: string) => `${topic}.tallyhouse-clickhouse`;

/** The service as separate programs on Kafka, into which faults are injected. */
export interface Cluster extends Place {
  ingests: App[];
  consumers: App[];
  /** Between the consumers and ClickHouse. */
  proxy: TcpProxy;
  /** Reads and writes past the proxy. */
  client: ClickHouseClient;
  topic: string;
  brokers: string[];
  /** The settings of a program that works on both Kafka and ClickHouse. */
  consumerEnv: Record<string, string>;
  /** Messages that the topic has, and that the consumers have committed; those of all partitions together. */
  progress(): Promise<{ end: number; committed: number }>;
  /** Another one, which is not started yet. */
  addConsumer(): Promise<App>;
  addIngest(): Promise<App>;
}

export interface ClusterOptions {
  ingests?: number;
  consumers?: number;
  /** Other than those that all test files share. */
  brokers?: string[];
  /** Other than the one that all test files share. */
  clickhouse?: ClickHouseServer;
  /** Fills the database with another schema than that of all migrations. */
  migrate?: (client: ClickHouseClient) => Promise<unknown>;
  ingestEnv?: Record<string, string>;
}

const quiet = createLogger('cluster', 'silent');

/** Creates a database and starts the programs; Kafka and ClickHouse are already running. */
export async function startCluster(options: ClusterOptions = {}): Promise<Cluster> {
  const name = `test_faults_${randomBytes(4).toString('hex')}`;
  const brokers = options.brokers ?? (process.env['TEST_KAFKA_BROKERS'] ?? '').split(',');
  const clickhouse = options.clickhouse ?? sharedClickHouse();
  const url = clickhouse.urlOf('writer');
  const proxy = await startProxy(new URL(url));
  await createDatabase({ url, database: name }, quiet);
  const client = createClickHouse({ url, database: name }, quiet);
  const reader = createClickHouse({ url: clickhouse.urlOf('reader'), database: name }, quiet);
  // Every test has a schema to create: a clone takes less than the migrations, on the server that has what to clone.
  const clone = () => cloneDatabase(client, process.env['TEST_CLICKHOUSE_TEMPLATE'] ?? '', name);
  const usual = options.clickhouse ? () => migrate(client, migrations) : clone;
  await (options.migrate?.(client) ?? usual());

  const env = {
    HOST: '127.0.0.1',
    API_KEY: key,
    KAFKA_BROKERS: brokers.join(','),
    KAFKA_TOPIC: name,
    KAFKA_PARTITIONS: '3',
    LOG_LEVEL: 'warn',
  };
  const log = createKafkaLog({ brokers, topic: name, partitions: 3, retentionHours: 24, logger: quiet });
  const position = log.reader('tallyhouse-clickhouse');
  const cluster: Cluster = {
    ingests: [],
    consumers: [],
    pingUrls: () => cluster.ingests.filter((app) => app.running()).map((app) => `${app.url}/api/ping`),
    proxy,
    client,
    clients: [client],
    startQuery: (now) => queryOf(reader, now),
    topic: name,
    brokers,
    consumerEnv: {
      ...env,
      CLICKHOUSE_URL: proxy.url,
      CLICKHOUSE_DATABASE: name,
    },
    async progress() {
      const partitions = await position.lag();
      const sum = (of: 'end' | 'committed') => partitions.reduce((sum, one) => sum + Number(one[of]), 0);
      return { end: sum('end'), committed: sum('committed') };
    },
    settled: () => untilCommitted(() => position.lag()),
    async addIngest() {
      const app = await createIngest({ ...env, ...options.ingestEnv });
      cluster.ingests.push(app);
      return app;
    },
    async addConsumer() {
      const app = await createConsumer(cluster.consumerEnv);
      cluster.consumers.push(app);
      return app;
    },
    output: () => [...cluster.ingests, ...cluster.consumers].map((app) => app.output()).join('\n'),
    async stop() {
      const apps = [...cluster.ingests, ...cluster.consumers];
      for (const app of apps) app.thaw();
      await Promise.all(apps.map((app) => app.end('SIGKILL')));
      await Promise.all([client.close(), reader.close(), log.close()]);
      await proxy.close();
      await clickhouse.leave(name);
    },
  };
  try {
    for (let n = 0; n < (options.ingests ?? 1); n++) await cluster.addIngest();
    for (let n = 0; n < (options.consumers ?? 1); n++) await cluster.addConsumer();
    await Promise.all([...cluster.ingests, ...cluster.consumers].map((app) => app.start()));
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** Waits until a group has committed everything that was there at the first look. @throws an Error when it does not come on */
export async function untilCommitted(look: () => Promise<PartitionLag[]>): Promise<void> {
  let goals: PartitionLag[] | undefined;
  let seen = '';
  for (let patience = standstillMs / pollMs; patience > 0; patience--) {
    const now = await look().catch(() => undefined);
    goals ??= now;
    const reached = (goal: PartitionLag) =>
      now?.some(({ partition, committed }) => partition === goal.partition && committed >= goal.end);
    if (now && goals?.every(reached)) return;
    const position = now?.map(({ partition, committed }) => `${committed} of ${partition}`).join() ?? seen;
    if (position !== seen) patience = standstillMs / pollMs;
    seen = position;
    await sleep(pollMs);
  }
  throw new Error(
    `The consumers do not come on: ${seen}, and ${goals?.map(({ end }) => end)} was to be reached.`,
  );
}

const pollMs = 200;
/** Far longer than anything takes to come back. */
const standstillMs = 240_000;
