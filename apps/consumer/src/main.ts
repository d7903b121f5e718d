import { connectionOf, createClickHouse } from '@tallyhouse/clickhouse';
import { createKafkaLog, deadLetterOptions, kafkaOptions } from '@tallyhouse/log';
import { createLogger, runProcess } from '@tallyhouse/service';
import { readConfig } from './config.ts';
import { listenForHealth, startConsumer } from './start.ts';

const logger = createLogger('consumer', 'info');

await runProcess(logger, async (fail) => {
  const config = readConfig(process.env);
  logger.level = config.LOG_LEVEL;
  const clickhouse = createClickHouse(connectionOf(config), logger);
  const kafka = kafkaOptions(config, logger);
  const log = createKafkaLog(kafka);
  const deadLetterLog = createKafkaLog(deadLetterOptions(kafka));
  const consumer = await startConsumer(config, {
    log,
    deadLetterLog,
    clickhouse,
    logger,
    clock: Date.now,
    onFatal: fail,
  });
  const address = { port: config.CONSUMER_PORT, host: config.HOST };
  const health = await listenForHealth(address, consumer, logger);
  logger.info({ health: health.url, topic: kafka.topic }, 'storing pings in ClickHouse');
  return async () => {
    await consumer.close();
    await health.close();
    await Promise.all([log.close(), deadLetterLog.close(), clickhouse.close()]);
  };
});
