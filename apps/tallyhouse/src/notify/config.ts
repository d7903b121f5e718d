import { judgeSettings, sendSettings } from '@tallyhouse/alerts';
import { clickHouseSettings, shardWriterSettings } from '@tallyhouse/clickhouse';
import { shardReadSettings } from '@tallyhouse/query';
import { ConfigError, logLevel, port, readEnvironment } from '@tallyhouse/service';
import { publicUrl, siteFileSettings } from '@tallyhouse/sites';
import { z } from 'zod';

const settings = z.object({
  ...clickHouseSettings,
  ...shardReadSettings,
  ...shardWriterSettings,
  ...sendSettings,
  ...judgeSettings,
  SITES_FILE: siteFileSettings.SITES_FILE,
  PUBLIC_URL: publicUrl,
  METRICS_PORT: port().optional(),
  HOST: z.string().default('0.0.0.0'),
  QUERY_PORT: port().default(3000),
  LOG_LEVEL: logLevel('info'),
});

/** @throws ConfigError with all problems together, or when there is no file of rules */
export function readConfig(env = process.env) {
  const config = readEnvironment(settings, env);
  if (config.ALERTS_FILE !== undefined) return config;
  throw new ConfigError('Invalid settings:\n  ALERTS_FILE: is required');
}
