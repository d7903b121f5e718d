import { clickHouseSettings, shardSettings } from '@tallyhouse/clickhouse';
import { integer, logLevel, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import { biSettings } from './bi/settings.ts';

/** Settings of the migrations. RETENTION_PINGS: days; 0 for no limit. */
export const migrationSettings = { RETENTION_PINGS: integer(0, 36_500).default(0), ...biSettings };

const schema = z.object({
  ...clickHouseSettings,
  ...shardSettings,
  ...migrationSettings,
  LOG_LEVEL: logLevel('info'),
});

export type MigrateConfig = z.output<typeof schema>;

/** Reads where the migrations run. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): MigrateConfig => readEnvironment(schema, env);
