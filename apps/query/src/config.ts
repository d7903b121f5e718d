import { sendSettings } from '@tallyhouse/alerts';
import { clickHouseSettings, readSettings, shardSettings } from '@tallyhouse/clickhouse';
import {
  baseAddress,
  ConfigError,
  drainSettings,
  flag,
  integer,
  keySettings,
  logLevels,
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
  QUERY_PORT: port().default(3000).describe('Port of the query service; 0 takes a free one.'),
  ...keySettings,
  ...siteFileSettings,
  PRIVACY: privacySetting,
  ...sendSettings,
  TRUST_PROXY: trustProxySetting(),
  PUBLIC_URL: publicUrl,
  PUBLIC_INGEST_URL: baseAddress('the address of the ingest service, such as http://host:3001')
    .default('http://127.0.0.1:3001')
    .describe(
      'Address at which browsers reach the ingest service; used in the script tag and the demo page.',
    ),
  TRACKER_PATH: path().default('/tracker.js').describe('Path at which ingest serves the browser script.'),
  PING_PATH: path().default('/api/ping').describe('Path at which ingest receives pings.'),
  GEOIP_DB: z
    .string()
    .optional()
    .describe('As for ingest: off means that no places are looked up, which /geo reports in meta.geoip.'),
  MCP: flag('1').describe('0: assistants cannot ask for reports at /mcp.'),
  EMBED_ORIGINS: z
    .string()
    .default('')
    .transform(originsOf)
    .describe('Origins whose pages may show the dashboard in a frame, comma-separated.'),
  QUERY_MAX_SECONDS: integer(1, 3600)
    .default(30)
    .describe('Time limit of a report; beyond it the response is a 504.'),
  QUERY_MAX_MEMORY_MB: integer(0, 1_000_000)
    .default(4000)
    .describe('Memory limit of one query in ClickHouse; 0 leaves it to the server.'),
  QUERY_MAX_THREADS: integer(0, 1000)
    .default(0)
    .describe('Thread limit of one query in ClickHouse; 0 leaves it to the server.'),
  QUERY_CONCURRENCY: integer(1, 1000)
    .default(16)
    .describe('Concurrent reports; further ones wait for up to a second, then get a 503.'),
  EXPORT_MAX_SECONDS: integer(1, 604_800)
    .default(3600)
    .describe('Time limit of an export, download included; beyond it the download fails.'),
  EXPORT_CONCURRENCY: integer(1, 1000)
    .default(4)
    .describe('Concurrent exports; further ones wait for up to a second, then get a 503.'),
  ...serverSettings,
};

export const shardReadSettings = {
  ...shardSettings,
  MAX_REPLICA_DELAY_SECONDS: integer(1, 86_400)
    .default(30)
    .describe(
      'How far a replica may be behind the others and still be read, seconds. With CLICKHOUSE_REPLICATED.',
    ),
};

const settings = z.object({
  ...querySettings,
  ...clickHouseSettings,
  ...readSettings,
  ...shardReadSettings,
  PARTIAL_REPORTS: flag('0').describe(
    '1: while a shard cannot be reached, reports and exports show what the others have, and say so. 0: they are a 503.',
  ),
  ...drainSettings,
  HOST: z.string().default('0.0.0.0').describe('Address to listen on.'),
  LOG_LEVEL: z.enum(logLevels).default('info').describe('Lowest level that is logged.'),
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
  const query = {
    memoryBytes: config.QUERY_MAX_MEMORY_MB * 1_000_000,
    threads: config.QUERY_MAX_THREADS,
  };
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
