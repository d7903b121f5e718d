import { kafkaSettings } from '@tallyhouse/log';
import { logLevels, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import { reportSettings } from '../reports.ts';

const settings = z.object({
  ...reportSettings,
  ...kafkaSettings,
  KAFKA_BROKERS: kafkaSettings.KAFKA_BROKERS.optional(),
  LOG_LEVEL: z.enum(logLevels).default('error'),
});

/** Reads where log and ClickHouse are: the configured ones, or those of a running `npm start`. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv) => readEnvironment(settings, env);
