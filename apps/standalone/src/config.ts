import { judgeSettings } from '@tallyhouse/alerts';
import { clickHouseSettings, readSettings, shardSettings } from '@tallyhouse/clickhouse';
import { consumerSettings } from '@tallyhouse/consumer';
import { ingestSettings, refuseOnePath } from '@tallyhouse/ingest';
import { kafkaSettings } from '@tallyhouse/log';
import { querySettings } from '@tallyhouse/query';
import { migrationSettings } from '@tallyhouse/schema';
import {
  anyKeySettings,
  ConfigError,
  flag,
  integer,
  isLoopback,
  isShortKey,
  logLevel,
  port,
  readEnvironment,
  secretFile,
  shortKeyProblem,
} from '@tallyhouse/service';
import { z } from 'zod';

const everything = z.object({
  ...ingestSettings,
  ...querySettings,
  ...anyKeySettings,
  ...consumerSettings,
  ...judgeSettings,
  ALERTS: flag('1'),
  ...clickHouseSettings,
  ...readSettings,
  CLICKHOUSE_SHARDS: shardSettings.CLICKHOUSE_SHARDS,
  CLICKHOUSE_REPLICATED: shardSettings.CLICKHOUSE_REPLICATED,
  ...migrationSettings,
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  CLICKHOUSE_URL: clickHouseSettings.CLICKHOUSE_URL.optional(),
  CLICKHOUSE_HTTP_PORT: port().default(8124),
  CLICKHOUSE_TCP_PORT: port().optional(),
  CLICKHOUSE_MEMORY_MB: integer(400, 1_000_000).optional(),
  ...kafkaSettings,
  KAFKA_BROKERS: kafkaSettings.KAFKA_BROKERS.optional(),
  LOG_RETENTION_HOURS: integer(0, 100_000).default(72),
  PUBLIC_INGEST_URL: querySettings.PUBLIC_INGEST_URL.unwrap().optional(),
  IDENTITY_SECRET: z.string().min(16, 'at least 16 characters').optional(),
  IDENTITY_SECRET_FILE: secretFile(),
  LOG_LEVEL: logLevel('warn'),
});

export type StandaloneConfig = z.output<typeof everything>;

const complete = everything.superRefine(refuseOnePath).superRefine((config, ctx) => {
  if (config.CLICKHOUSE_READ_URL !== undefined && config.CLICKHOUSE_URL === undefined) {
    ctx.addIssue({ code: 'custom', path: ['CLICKHOUSE_READ_URL'], message: 'requires CLICKHOUSE_URL' });
  }
  if (isLocalOnly(config)) return;
  for (const name of shortKeys(config))
    ctx.addIssue({ code: 'custom', path: [name], message: shortKeyProblem });
});

const ofOneServer = complete.superRefine(({ CLICKHOUSE_SHARDS }, ctx) => {
  if (CLICKHOUSE_SHARDS === undefined) return;
  const message = 'is not available with this command yet: it would use a part of the data';
  ctx.addIssue({ code: 'custom', path: ['CLICKHOUSE_SHARDS'], message });
});

/** A setting of earlier versions would be ignored silently, and machines that used its port would find none. */
function read(schema: typeof complete, env: NodeJS.ProcessEnv): StandaloneConfig {
  const config = readEnvironment(schema, env);
  const isEmbedded = config.CLICKHOUSE_URL === undefined && config.CLICKHOUSE_SHARDS === undefined;
  if (!env['CLICKHOUSE_BI_LISTEN'] || !isEmbedded) return config;
  throw new ConfigError(
    'Invalid settings:\n  CLICKHOUSE_BI_LISTEN: needs a ClickHouse server of your own (CLICKHOUSE_URL), because the embedded one shows ' +
      'files of the service to any client that may send it SQL',
  );
}

/** Reads the settings of the standalone process; all of them have defaults. @throws ConfigError, also for shards */
export const readConfig = (env = process.env): StandaloneConfig => read(ofOneServer, env);

/** The same for a command that also works on shards. @throws ConfigError */
export const readConfigOfCluster = (env: NodeJS.ProcessEnv): StandaloneConfig => read(complete, env);

const ofCopies = complete.superRefine((config, ctx) => {
  if (config.CLICKHOUSE_SHARDS === undefined) return;
  if (config.KAFKA_BROKERS === undefined)
    ctx.addIssue({ code: 'custom', path: ['CLICKHOUSE_SHARDS'], message: 'requires KAFKA_BROKERS' });
  if (config.CLICKHOUSE_REPLICATED) {
    const message = 'is not available with this command yet: the tables of replicas cannot be restored';
    ctx.addIssue({ code: 'custom', path: ['CLICKHOUSE_REPLICATED'], message });
  }
});

/** The same for a command that fills or copies every shard's tables, and needs their log. @throws ConfigError */
export const readConfigOfCopies = (env: NodeJS.ProcessEnv): StandaloneConfig =>
  readEnvironment(ofCopies, env);

/** The names of keys that are short enough to guess. */
export function shortKeys(config: StandaloneConfig): ('API_KEY' | 'ADMIN_PASSWORD')[] {
  return (['API_KEY', 'ADMIN_PASSWORD'] as const).filter((name) => isShortKey(config[name]));
}

/** Whether strangers cannot reach it: it listens on loopback, and no setting implies a proxy in front. */
function isLocalOnly({ HOST, TRUST_PROXY, PUBLIC_INGEST_URL }: StandaloneConfig): boolean {
  const noProxy = 'hops' in TRUST_PROXY && TRUST_PROXY.hops === 0 && PUBLIC_INGEST_URL === undefined;
  return noProxy && (HOST === 'localhost' || isLoopback(HOST));
}
