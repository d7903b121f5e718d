import { serverSettings, shardSettings } from '@tallyhouse/clickhouse';
import { biSettings } from '@tallyhouse/schema';
import { logLevel, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import { storageSettings } from './s3/settings.ts';

const settings = z.object({
  ...serverSettings,
  CLICKHOUSE_REPLICATED: shardSettings.CLICKHOUSE_REPLICATED,
  ...biSettings,
  ...storageSettings,
  LOG_LEVEL: logLevel('error'),
});

export type LakeConfig = z.output<typeof settings>;

/** Reads where ClickHouse and its views are: the configured ones, shards too, or those of a running `npm start`. @throws ConfigError */
export const readConfig = (env: NodeJS.ProcessEnv): LakeConfig => readEnvironment(settings, env);
