import { clickHouseSettings, migrationSettings } from '@tallyhouse/clickhouse';
import { consumerSettings } from '@tallyhouse/consumer';
import { ingestSettings } from '@tallyhouse/ingest';
import { kafkaSettings } from '@tallyhouse/log';
import { querySettings } from '@tallyhouse/query';
import { integer, logLevels, port, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';

const settings = z.object({
  ...ingestSettings,
  ...querySettings,
  ...consumerSettings,
  ...clickHouseSettings,
  ...migrationSettings,
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 lets other machines in.'),
  DATA_DIR: z.string().default('./data').describe('Folder for everything that is kept.'),
  CLICKHOUSE_URL: clickHouseSettings.CLICKHOUSE_URL.optional(),
  CLICKHOUSE_HTTP_PORT: port().default(8124).describe("The embedded ClickHouse's port; 0 takes a free one."),
  CLICKHOUSE_MEMORY_MB: integer(512, 1_000_000)
    .optional()
    .describe('Most memory of the embedded ClickHouse. Unset: half of the machine, at most 8 GiB.'),
  ...kafkaSettings,
  KAFKA_BROKERS: kafkaSettings.KAFKA_BROKERS.optional().describe(
    'Real Kafka instead of the embedded log: host:port, comma-separated.',
  ),
  LOG_RETENTION_HOURS: integer(0, 100_000)
    .default(72)
    .describe('How long the embedded log keeps pings after they are stored.'),
  PUBLIC_INGEST_URL: querySettings.PUBLIC_INGEST_URL.unwrap().optional(),
  IDENTITY_SECRET: z.string().min(16, 'at least 16 characters').optional(),
  LOG_LEVEL: z.enum(logLevels).default('warn').describe('The least level that is logged.'),
});

export type StandaloneConfig = z.output<typeof settings>;

/** Settings of the whole service on one machine; all of them have defaults. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): StandaloneConfig => readEnvironment(settings, env);
