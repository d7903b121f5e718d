import { serversSettings } from '@tallyhouse/cluster';
import { kafkaSettings } from '@tallyhouse/log';
import { logLevel, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';

const schema = z.object({
  ...serversSettings,
  ...kafkaSettings,
  KAFKA_BROKERS: kafkaSettings.KAFKA_BROKERS.optional(),
  LOG_LEVEL: logLevel('warn'),
});

/** Reads the addresses of log and ClickHouse: the configured ones, or those of a running `npm start`. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): z.output<typeof schema> => readEnvironment(schema, env);
