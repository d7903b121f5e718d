import { sendSettings } from '@tallyhouse/alerts';
import { clickHouseSettings, readSettings, shardSettings } from '@tallyhouse/clickhouse';
import {
  baseAddress,
  ConfigError,
  drainSettings,
  flag,
  integer,
  keySettings,
  logLevel,
  path,
  port,
  privacySetting,
  readEnvironment,
  serverSettings,
  trustProxySetting,
} from '@tallyhouse/service';
import { publicUrl, siteFileSettings } from '@tallyhouse/sites';
import { parse } from 'tldts';
import { z } from 'zod';
import type { EndpointKind, Limits } from './database/settings.ts';

/** Settings of the query service, on its own and in the standalone process, by environment variable. */
export const querySettings = {
  QUERY_PORT: port().default(3000),
  ...keySettings,
  ...siteFileSettings,
  PRIVACY: privacySetting,
  ...sendSettings,
  TRUST_PROXY: trustProxySetting(),
  PUBLIC_URL: publicUrl,
  PUBLIC_INGEST_URL: baseAddress('the address of the ingest service, such as http://host:3001').default(
    'http://127.0.0.1:3001',
  ),
  TRACKER_PATH: path().default('/tracker.js'),
  PING_PATH: path().default('/api/ping'),
  GEOIP_DB: z.string().optional(),
  MCP: flag('1'),
  EMBED_ORIGINS: z.string().default('').transform(originsOf),
  QUERY_MAX_SECONDS: integer(1, 3600).default(30),
  QUERY_MAX_MEMORY_MB: integer(0, 1_000_000).default(4000),
  QUERY_MAX_THREADS: integer(0, 1000).default(0),
  QUERY_CONCURRENCY: integer(1, 1000).default(16),
  EXPORT_MAX_SECONDS: integer(1, 604_800).default(3600),
  EXPORT_CONCURRENCY: integer(1, 1000).default(4),
  ...serverSettings,
};

export const shardReadSettings = {
  ...shardSettings,
  MAX_REPLICA_DELAY_SECONDS: integer(1, 86_400).default(30),
};

const settings = z.object({
  ...querySettings,
  ...clickHouseSettings,
  ...readSettings,
  ...shardReadSettings,
  PARTIAL_REPORTS: flag('0'),
  ...drainSettings,
  HOST: z.string().default('0.0.0.0'),
  LOG_LEVEL: logLevel('info'),
});

export type QueryConfig = Pick<z.output<typeof settings>, keyof typeof querySettings | 'HOST'>;

export type ReadConfig = Pick<
  z.output<typeof settings>,
  keyof typeof clickHouseSettings | keyof typeof readSettings | keyof typeof shardReadSettings
>;

type Limited = 'MEMORY_MB' | 'THREADS' | 'SECONDS';

export type LimitConfig = Pick<
  QueryConfig,
  `QUERY_MAX_${Limited}` | 'QUERY_CONCURRENCY' | 'EXPORT_MAX_SECONDS' | 'EXPORT_CONCURRENCY'
>;

/** Reads the settings of the standalone app. @throws ConfigError with all problems together, or when no key is set */
export function readConfig(env = process.env) {
  const config = readEnvironment(settings, env);
  if (config.API_KEY === undefined && config.ADMIN_PASSWORD === undefined) {
    throw new ConfigError('Invalid settings:\n  API_KEY or ADMIN_PASSWORD: one of them is required');
  }
  return config;
}

export function limitsOf(config: LimitConfig): Record<EndpointKind, Limits> {
  const query = { memoryBytes: config.QUERY_MAX_MEMORY_MB * 1_000_000, threads: config.QUERY_MAX_THREADS };
  return {
    report: { ...query, seconds: config.QUERY_MAX_SECONDS, concurrency: config.QUERY_CONCURRENCY },
    export: { ...query, seconds: config.EXPORT_MAX_SECONDS, concurrency: config.EXPORT_CONCURRENCY },
  };
}

/** Origins become part of a header, so nothing else may be in them. */
function originsOf(text: string, ctx: z.RefinementCtx): string[] {
  const origins = text.split(',').flatMap((item) => item.trim() || []);
  for (const origin of origins) {
    if (!/^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d{1,5})?$/.test(origin))
      ctx.addIssue(`${origin} is not an origin such as https://intranet.example or https://*.example.org`);
    else if (origin.includes('*') && isPublicSuffix(origin))
      ctx.addIssue(`${origin} includes sites of strangers: expected a wildcard below a domain of yours`);
  }
  return origins;
}

/** Whether anyone can register a name below the host. A suffix that is on no list, such as `corp`, is private. */
function isPublicSuffix(origin: string): boolean {
  const host = parse(origin.replace('*.', ''), { allowPrivateDomains: true });
  return host.domain === null && (host.isIcann === true || host.isPrivate === true);
}
