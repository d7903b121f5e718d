import { clickHouseSettings, shardSettings } from '@tallyhouse/clickhouse';
import { logLevels, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import { migrationSettings } from './settings.ts';

const schema = z.object({
  ...clickHouseSettings,
  CLICKHOUSE_SHARDS: shardSettings.CLICKHOUSE_SHARDS,
  CLICKHOUSE_REPLICATED: shardSettings.CLICKHOUSE_REPLICATED,
  CLICKHOUSE_CLUSTER: shardSettings.CLICKHOUSE_CLUSTER,
  ...migrationSettings,
  LOG_LEVEL: z.enum(logLevels).default('info'),
});

export type MigrateConfig = z.output<typeof schema>;

/** Reads where the migrations run. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): MigrateConfig => readEnvironment(schema, env);
