import { connectionOf, createClickHouse } from '@tallyhouse/clickhouse';
import { createKafkaLog } from '@tallyhouse/log';
import { createLogger, runProcess } from '@tallyhouse/service';
import { readConfig } from './config.ts';
import { listenForHealth, startConsumer } from './start.ts';

const logger = createLogger('consumer', 'info');

await runProcess(logger, async (fail) => {
  const config = readConfig(process.env);
  logger.level = config.LOG_LEVEL;
  const clickhouse = createClickHouse(connectionOf(config), logger);
  const { KAFKA_BROKERS: brokers, KAFKA_TOPIC: topic, KAFKA_PARTITIONS: partitions } = config;
  const log = createKafkaLog({ brokers, topic, partitions, logger });
  const deadLetterLog = createKafkaLog({ brokers, topic: `${topic}-dead-letters`, partitions: 1, logger });
  const consumer = await startConsumer({
    log,
    deadLetterLog,
    clickhouse,
    logger,
    clock: Date.now,
    onFatal: fail,
  });
  const health = await listenForHealth(
    { port: config.CONSUMER_PORT, host: config.HOST },
    { log, clickhouse, logger },
  );
  logger.info({ health: health.url, topic }, 'moving pings into ClickHouse');
  return async () => {
    await consumer.close();
    await health.close();
    await Promise.all([log.close(), deadLetterLog.close(), clickhouse.close()]);
  };
});
