import { type Connection, connectionOf, createClickHouse, patience, shardsOf } from '@tallyhouse/clickhouse';
import { openShards, singleServer } from '@tallyhouse/cluster';
import { createKafkaLog, deadLetterOptions, kafkaOptions } from '@tallyhouse/log';
import { createRegistry, type Logger, openMetricsPort, runService } from '@tallyhouse/service';
import { namedFiles, openSiteFiles } from '@tallyhouse/sites';
import { readConfig } from './config.ts';
import { countPartitions } from './count-partitions.ts';
import { startConsumer } from './start.ts';

const usage = `Usage: tallyhouse consumer

Runs the consumer: stores the pings of Kafka in ClickHouse, and rebuilds settled days.

  --help  This text.

Example: KAFKA_BROKERS=127.0.0.1:9092 CLICKHOUSE_URL=http://127.0.0.1:8123 tallyhouse consumer

Settings are environment variables: docs/configuration.md lists them.

It exits with 0 after Ctrl-C or SIGTERM, 1 after an error, 2 for invalid arguments.
`;

await runService({ name: 'consumer', usage, options: {}, readConfig }, async ({ config, logger, fail }) => {
  const registry = createRegistry();
  // First of all: an error in the file ends the start.
  const siteFiles = await openSiteFiles(namedFiles(config), { logger, registry });
  const kafka = kafkaOptions(config, logger);
  const log = createKafkaLog(kafka);
  const deadLetterLog = createKafkaLog(deadLetterOptions(kafka));
  const shards = shardsOf(config);
  const waits = new Error('this consumer has not begun to read: it waits for Kafka, and then for the shards');
  const checks = { log: () => Promise.reject(waits) };
  // Before it waits: a supervisor ends what does not answer.
  const address = { METRICS_PORT: config.CONSUMER_PORT, HOST: config.HOST };
  const health = await openMetricsPort(address, { metrics: registry, checks, logger });
  const servers =
    shards.length === 0
      ? openServer(connectionOf(config), logger)
      : await openShards(shards, await countPartitions(log, logger), logger);
  const consumer = await startConsumer(config, {
    log,
    deadLetterLog,
    servers,
    logger,
    clock: Date.now,
    registry,
    sites: siteFiles.sites,
    onFatal: fail,
  });
  Object.assign(checks, consumer.checks);
  logger.info({ health: health?.url, topic: kafka.topic }, 'storing pings in ClickHouse');
  return async () => {
    await consumer.close();
    await health?.close();
    siteFiles.close();
    await Promise.all([log.close(), deadLetterLog.close(), servers.close()]);
  };
});

/** A single server, with a client for inserts and one for background work. */
function openServer(connection: Connection, logger: Logger) {
  return singleServer(createClickHouse(connection, logger), createClickHouse(connection, logger, patience));
}
