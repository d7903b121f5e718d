import { clickHouseSettings } from '@tallyhouse/clickhouse';
import { integer, logLevels, port, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';

/** The consumer's own settings. CONSUMER_PORT serves its health. */
export const consumerSettings = {
  CONSUMER_PORT: port().default(3002),
};

const schema = z.object({
  ...consumerSettings,
  ...clickHouseSettings,
  HOST: z.string().default('0.0.0.0'),
  KAFKA_BROKERS: z
    .string('the brokers of Kafka: host:port,host:port')
    .transform((brokers) => brokers.split(',').map((broker) => broker.trim())),
  KAFKA_TOPIC: z.string().default('pings'),
  KAFKA_PARTITIONS: integer(1, 1000).default(6),
  LOG_LEVEL: z.enum(logLevels).default('info'),
});

export const readConfig = (env: NodeJS.ProcessEnv) => readEnvironment(schema, env);
