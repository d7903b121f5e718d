import { randomBytes } from 'node:crypto';
import { createKafkaLog, type Log, type LogMessage } from '@tallyhouse/log';
import { encodeRow, type PingRow } from '@tallyhouse/ping';
import { createLogger } from '@tallyhouse/service';
import { keyOf } from '../../apps/ingest/src/intake.ts';
import { type App, createApp } from '../faults/cluster/app.ts';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { startShards, type TestShards } from './shards.ts';

export interface KafkaCluster extends TestShards {
  log: Log;
  /** The settings of its programs. */
  env: Record<string, string>;
  consumer: App;
  /** Appends pings as ingest does, and other messages. */
  append(pings: readonly PingRow[], others?: readonly LogMessage[]): Promise<void>;
  /** Starts a program with the settings of the cluster. */
  begin(program: string, args: readonly string[], settings?: Record<string, string>): Promise<Program>;
  /** Runs a program to its end. */
  run(
    program: string,
    args: readonly string[],
    settings?: Record<string, string>,
  ): Promise<{ code: number | string; output: string }>;
}

/** Two shards with their tables, a topic, and a consumer that has written the map. */
export async function startKafkaCluster(partitions: number): Promise<KafkaCluster> {
  const shards = await startShards(2);
  const brokers = process.env['TEST_KAFKA_BROKERS'] ?? '';
  const topic = `test_shards_${randomBytes(4).toString('hex')}`;
  const logger = createLogger('test', 'silent');
  const log = createKafkaLog({
    brokers: brokers.split(','),
    topic,
    partitions,
    retentionHours: 24,
    logger,
  });
  const env = {
    HOST: '127.0.0.1',
    KAFKA_BROKERS: brokers,
    KAFKA_TOPIC: topic,
    KAFKA_PARTITIONS: `${partitions}`,
    CLICKHOUSE_URL: 'http://127.0.0.1:1',
    CLICKHOUSE_SHARDS: shards.addresses,
    CLICKHOUSE_DATABASE: shards.database,
    LOG_LEVEL: 'error',
  };
  const port = await freePort();
  const consumer = createApp({
    command: [process.execPath, 'dist/consumer.js'],
    port,
    env: { ...env, CONSUMER_PORT: `${port}` },
  });
  const writer = log.writer();
  const begin = (program: string, args: readonly string[], settings: Record<string, string> = {}) =>
    startProgram([process.execPath, `dist/${program}.js`, ...args], {
      env: { ...env, ...settings },
      readyUrls: [],
    });
  await consumer.start();
  return {
    ...shards,
    log,
    env,
    consumer,
    append: (pings, others = []) =>
      writer.append([...pings.map((ping) => ({ key: keyOf(ping), value: encodeRow(ping) })), ...others]),
    begin,
    async run(...program) {
      const ran = await begin(...program);
      return { code: await ran.ended, output: ran.output() };
    },
    async stop() {
      await consumer.end('SIGKILL');
      await writer.close();
      await log.close();
      await shards.stop();
    },
  };
}
