import { randomBytes } from 'node:crypto';
import { createKafkaLog } from '@tallyhouse/log';
import type { App } from '../../faults/cluster/app.ts';
import { key, untilCommitted } from '../../faults/cluster/cluster.ts';
import { createConsumer, createIngest, createQuery } from '../../faults/cluster/programs.ts';
import { type KafkaCluster, startKafkaCluster } from '../../harness/kafka-cluster.ts';
import { logger } from '../../harness/quiet.ts';
import { ran } from '../../harness/ran.ts';
import { serviceOver } from '../sharded-query.ts';
import { startShards, type TestShards } from '../shards.ts';
import { startBalancer } from './balancer.ts';

export type WholeCluster = Awaited<ReturnType<typeof startWholeCluster>>;

const partitions = 6;

/** The shard of a partition, as the consumers divide them. */
const shardOf = (partition: number, shards: number) => (partition % shards) + 1;

/** Two ingest, three consumers, two query apps, three Kafka brokers, two shards; a load balancer before ingest and query. */
export async function startWholeCluster() {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const one of undo.splice(0).reverse()) await one();
  };
  try {
    const kafka = await startKafkaCluster({ sessionMs: 9000 });
    undo.push(kafka.remove);
    const shards = await startShards(2, { migrated: false, proxied: true });
    undo.push(shards.stop);
    return { ...(await startApps(kafka, shards, undo)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function startApps(kafka: KafkaCluster, started: TestShards, undo: (() => Promise<unknown>)[]) {
  const { shards, addresses, database, cluster: name } = started;
  const topic = `test_whole_${randomBytes(4).toString('hex')}`;
  // Longer than the load balancers need to notice.
  const env = { HOST: '127.0.0.1', API_KEY: key, LOG_LEVEL: 'warn', DRAIN_SECONDS: '3' };
  const onKafka = {
    KAFKA_BROKERS: kafka.addresses.join(),
    KAFKA_TOPIC: topic,
    KAFKA_PARTITIONS: `${partitions}`,
    KAFKA_REPLICATION_FACTOR: '3',
    KAFKA_MIN_INSYNC_REPLICAS: '2',
  };
  // Required besides the shards, and not used.
  const onShards = { CLICKHOUSE_URL: 'http://127.0.0.1:1', CLICKHOUSE_DATABASE: database };
  const writing = { ...env, ...onShards, CLICKHOUSE_SHARDS: addresses };
  const reading = {
    ...env,
    ...onShards,
    CLICKHOUSE_SHARDS: shards.map(({ readerUrl }) => readerUrl).join(),
    CLICKHOUSE_CLUSTER: name,
    QUERY_MAX_MEMORY_MB: '1000',
    // No report takes longer than an app that shuts down waits for it.
    QUERY_MAX_SECONDS: '5',
    EXPORT_MAX_SECONDS: '5',
  };
  expect(await ran([process.execPath, 'dist/migrate.js'], { env: writing })).toMatchObject({ code: 0 });

  const ingest = () => createIngest({ ...env, ...onKafka });
  const consumer = () => createConsumer({ ...writing, ...onKafka });
  const ingests = [await ingest(), await ingest()];
  const consumers = [await consumer(), await consumer(), await consumer()];
  // The first answers with all rows or not at all; the second leaves out shards that are away, and says so.
  const queries: [strict: App, partial: App] = [
    await createQuery(reading),
    await createQuery({ ...reading, PARTIAL_REPORTS: '1' }),
  ];
  const apps = [...ingests, ...consumers, ...queries];
  undo.push(() => Promise.all(apps.map((app) => app.end('SIGKILL'))));
  await Promise.all(apps.map((app) => app.start()));
  const balance = async (of: readonly App[]) => {
    const { url, close } = await startBalancer(of.map((app) => app.url));
    undo.push(close);
    return url;
  };
  const balanced = { ingest: await balance(ingests), query: await balance(queries) };
  const ofLog = { brokers: kafka.addresses, topic, partitions, retentionHours: 24 };
  const log = createKafkaLog({ ...ofLog, logger });
  undo.push(() => log.close());
  const position = log.reader('tallyhouse-clickhouse');
  return {
    ingests,
    consumers,
    queries,
    kafka,
    topic,
    shards,
    /** Addresses of the load balancers. */
    balanced,
    clients: shards.map(({ client }) => client),
    pingUrls: () => [`${balanced.ingest}/api/ping`],
    startQuery: (now: number) =>
      // Its answers are compared, however long they take on a busy machine.
      serviceOver(started, {
        clock: () => now,
        environment: { QUERY_MAX_SECONDS: '300', EXPORT_MAX_SECONDS: '300' },
      }),
    /** Resolves once the messages that the log holds now are stored and committed. @param except those of this shard */
    settled: (except?: number) =>
      untilCommitted(async () => {
        const lag = await position.lag();
        return lag.filter(({ partition }) => shardOf(partition, shards.length) !== except);
      }),
    output: () => [...apps, ...shards].map((part) => part.output()).join('\n'),
  };
}
