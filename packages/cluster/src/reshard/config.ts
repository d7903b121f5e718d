import { kafkaSettings } from '@tallyhouse/log';
import { logLevels, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import { serversSettings } from '../find-servers.ts';

const settings = z.object({
  ...serversSettings,
  ...kafkaSettings,
  LOG_LEVEL: z.enum(logLevels).default('error'),
});

export type ReshardConfig = z.output<typeof settings>;

/** Reads the settings that the shards and the topic should have. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): ReshardConfig => readEnvironment(settings, env);
