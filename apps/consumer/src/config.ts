import { clickHouseSettings, shardWriterSettings } from '@tallyhouse/clickhouse';
import { kafkaSettings } from '@tallyhouse/log';
import { integer, logLevels, port, readEnvironment } from '@tallyhouse/service';
import { siteFileSettings } from '@tallyhouse/sites';
import { z } from 'zod';

/** Settings of the consumer, run separately or inside the standalone process. The keys are the variables' names. */
export const consumerSettings = {
  MAX_LAG_SECONDS: integer(1, 1_000_000)
    .default(300)
    .describe('How old a ping may become before it is stored, seconds; then the consumer is not ready.'),
  MAX_PARTS: integer(1, 1_000_000)
    .default(600)
    .describe('Parts that a partition in ClickHouse may have; with more the consumer is not ready.'),
  VERIFY_DAYS: integer(0, 1000)
    .default(2)
    .describe('Settled days that are compared with a rebuild every hour, the last ones; 0 for none.'),
};

type Settings = z.output<z.ZodObject<typeof consumerSettings>>;

/** Without `VERIFY_DAYS` nothing is compared. */
export type ConsumerConfig = Omit<Settings, 'VERIFY_DAYS'> & Partial<Pick<Settings, 'VERIFY_DAYS'>>;

const schema = z.object({
  ...consumerSettings,
  CONSUMER_PORT: port().default(3002).describe("Port of the consumer's health and metrics."),
  SITES_FILE: siteFileSettings.SITES_FILE,
  ...clickHouseSettings,
  ...shardWriterSettings,
  ...kafkaSettings,
  HOST: z.string().default('0.0.0.0'),
  LOG_LEVEL: z.enum(logLevels).default('info'),
});

export const readConfig = (env: NodeJS.ProcessEnv) => readEnvironment(schema, env);
