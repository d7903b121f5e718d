import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClickHouse, createDatabase, migrate } from '@tallyhouse/clickhouse';
import { createKafkaLog, type PartitionLag } from '@tallyhouse/log';
import { migrations } from '@tallyhouse/schema';
import { createSettledTables } from '@tallyhouse/settle';
import { rowsOf } from '../../harness/clickhouse.ts';
import { logger } from '../../harness/quiet.ts';
import { sharedBrokers } from '../../harness/shared/brokers.ts';
import { withAdmin } from '../../harness/with-admin.ts';
import { queryOf } from '../check/query.ts';
import type { App } from './app.ts';
import { startOwnClickHouse } from './clickhouse.ts';
import { createConsumer, createIngest } from './programs.ts';
import { startProxy } from './proxy.ts';

export const key = 'the-key-of-the-tests';

/** The consumers' group in Kafka. */
export const groupOf = (topic: string) => `${topic}.tallyhouse-clickhouse`;

interface ClusterOptions {
  ingests?: number;
  /** Other than those that all test files share. */
  brokers?: string[];
  /** Otherwise in a folder that is removed in the end. */
  clickhouseFolder?: string;
  /** The database lacks the newest migration. */
  olderSchema?: boolean;
}

export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** The service as separate programs on Kafka, which is already running, and a ClickHouse of its own, into which faults are injected. */
export async function startCluster(options: ClusterOptions = {}) {
  const name = `test_faults_${randomBytes(4).toString('hex')}`;
  const brokers = options.brokers ?? (await sharedBrokers());
  const clickhouse = await startOwnClickHouse(options.clickhouseFolder);
  const url = clickhouse.urlOf('writer');
  const proxy = await startProxy(new URL(url));
  await createDatabase({ url, database: name }, logger);
  const client = createClickHouse({ url, database: name }, logger);
  const reader = createClickHouse({ url: clickhouse.urlOf('reader'), database: name }, logger);
  await migrate(client, options.olderSchema ? migrations.slice(0, -1) : migrations);
  await createSettledTables(client);

  const env = {
    HOST: '127.0.0.1',
    API_KEY: key,
    KAFKA_BROKERS: brokers.join(','),
    KAFKA_TOPIC: name,
    KAFKA_PARTITIONS: '3',
    LOG_LEVEL: 'warn',
  };
  const log = createKafkaLog({ brokers, topic: name, partitions: 3, retentionHours: 24, logger });
  const position = log.reader('tallyhouse-clickhouse');
  const [ingests, consumers]: [App[], App[]] = [[], []];
  const consumerEnv = { ...env, CLICKHOUSE_URL: proxy.url, CLICKHOUSE_DATABASE: name };
  const cluster = {
    ingests,
    consumers,
    clickhouse,
    pingUrls: () => ingests.filter((app) => app.running()).map((app) => `${app.url}/api/ping`),
    /** Between the consumers and ClickHouse. */
    proxy,
    /** Reads and writes past the proxy. */
    client,
    clients: [client],
    startQuery: (now: number) => queryOf(reader, now),
    topic: name,
    brokers,
    /** The settings of a program that works on both Kafka and ClickHouse. */
    consumerEnv,
    /** Messages that the topic has, and that the consumers have committed; those of all partitions together. */
    async progress() {
      const partitions = await position.lag();
      const sum = (of: 'end' | 'committed') => partitions.reduce((sum, one) => sum + Number(one[of]), 0);
      return { end: sum('end'), committed: sum('committed') };
    },
    /** Messages that are stored behind the commit of their partition, and will be read again. */
    async storedAhead() {
      const query = `select log_partition as partition, toUInt32(max(log_offset) + 1) as end from pings group by all`;
      const ends = await rowsOf<{ partition: number; end: number }>(client, query);
      const committed = new Map((await position.lag()).map((one) => [one.partition, Number(one.committed)]));
      const ahead = ends.map(({ partition, end }) => Math.max(0, end - (committed.get(partition) ?? 0)));
      return ahead.reduce((sum, count) => sum + count, 0);
    },
    /** Resolves once the group has that many members, which have divided all partitions. */
    async untilMembers(count: number) {
      const look = () => withAdmin(brokers, (admin) => admin.describeGroups([groupOf(name)]));
      for (;;) {
        const [group] = (await look()).groups;
        if (group?.members.length === count && ['Stable', 'Empty', 'Dead'].includes(group.state)) return;
        await sleep(pollMs);
      }
    },
    settled: () => untilCommitted(() => position.lag()),
    /** Another one, which is not started yet. */
    async addIngest(more: Record<string, string> = {}) {
      const app = await createIngest({ ...env, ...more });
      ingests.push(app);
      return app;
    },
    async addConsumer() {
      const app = await createConsumer(consumerEnv);
      consumers.push(app);
      return app;
    },
    output: () => [...ingests, ...consumers].map((app) => app.output()).join('\n'),
    async stop() {
      const apps = [...ingests, ...consumers];
      for (const app of apps) app.thaw();
      await Promise.all(apps.map((app) => app.end('SIGKILL')));
      await Promise.all([client.close(), reader.close(), log.close()]);
      await proxy.close();
      await clickhouse.stop();
    },
  };
  try {
    for (let n = 0; n < (options.ingests ?? 1); n++) await cluster.addIngest();
    await cluster.addConsumer();
    await Promise.all([...ingests, ...consumers].map((app) => app.start()));
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
