import { clickHouseSettings } from '@tallyhouse/clickhouse';
import { kafkaSettings } from '@tallyhouse/log';
import { logLevels, port, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';

/** The consumer's own settings. CONSUMER_PORT serves its health. */
export const consumerSettings = {
  CONSUMER_PORT: port().default(3002),
};

const schema = z.object({
  ...consumerSettings,
  ...clickHouseSettings,
  ...kafkaSettings,
  HOST: z.string().default('0.0.0.0'),
  LOG_LEVEL: z.enum(logLevels).default('info'),
});

export const readConfig = (env: NodeJS.ProcessEnv) => readEnvironment(schema, env);
