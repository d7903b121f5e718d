import { clickHouseSettings, shardWriterSettings } from '@tallyhouse/clickhouse';
import { kafkaSettings } from '@tallyhouse/log';
import { integer, logLevel, port, privacySetting, readEnvironment } from '@tallyhouse/service';
import { siteFileSettings } from '@tallyhouse/sites';
import { z } from 'zod';

/** Settings of the consumer, run separately or inside the standalone process, by environment variable. */
export const consumerSettings = {
  MAX_LAG_SECONDS: integer(1, 1_000_000).default(300),
  MAX_PARTS: integer(1, 1_000_000).default(600),
  VERIFY_DAYS: integer(0, 1000).default(2),
  PRIVACY: privacySetting,
  RETENTION_DAYS: integer(0, 36_500).default(0),
};

type Settings = z.output<z.ZodObject<typeof consumerSettings>>;

type Optional = 'VERIFY_DAYS' | 'RETENTION_DAYS';

/** Without `VERIFY_DAYS` nothing is compared, without `RETENTION_DAYS` nothing is deleted by default. */
export type ConsumerConfig = Pick<Settings, 'MAX_LAG_SECONDS' | 'MAX_PARTS'> &
  Partial<Pick<Settings, Optional>>;

const schema = z.object({
  ...consumerSettings,
  CONSUMER_PORT: port().default(3002),
  SITES_FILE: siteFileSettings.SITES_FILE,
  ...clickHouseSettings,
  ...shardWriterSettings,
  ...kafkaSettings,
  HOST: z.string().default('0.0.0.0'),
  LOG_LEVEL: logLevel('info'),
});

export const readConfig = (env = process.env) => readEnvironment(schema, env);
