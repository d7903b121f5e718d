import { clickHouseSettings } from '@tallyhouse/clickhouse';
import {
  ConfigError,
  integer,
  keySettings,
  logLevels,
  port,
  readEnvironment,
  serverSettings,
  trustProxySetting,
} from '@tallyhouse/service';
import { z } from 'zod';
import type { EndpointKind, Limits } from './limits.ts';

/** What the query app is told, alone or inside the standalone process. The keys are the variables' names. */
export const querySettings = {
  QUERY_PORT: port().default(3000).describe('Port of the query service; 0 takes a free one.'),
  ...keySettings,
  TRUST_PROXY: trustProxySetting(),
  PUBLIC_INGEST_URL: z
    .url({ protocol: /^https?$/, error: 'the address of the ingest service: http://host:3001' })
    .default('http://127.0.0.1:3001')
    .describe(
      'Where browsers reach the ingest service: the script tag names it, the demo page loads from there.',
    ),
  TRACKER_PATH: path().default('/tracker.js').describe('Where ingest serves the browser script.'),
  PING_PATH: path().default('/api/ping').describe('Where ingest receives pings.'),
  GEOIP_DB: z
    .string()
    .optional()
    .describe('As ingest has it: off says that it looks up no places, which /geo then tells.'),
  QUERY_MAX_SECONDS: integer(1, 3600)
    .default(30)
    .describe('Longest that a report may take; then it is a 504.'),
  QUERY_MAX_MEMORY_MB: integer(0, 1_000_000)
    .default(4000)
    .describe('Most memory of one query in ClickHouse; 0 leaves it to the server.'),
  QUERY_MAX_THREADS: integer(0, 1000)
    .default(0)
    .describe('Most threads of one query in ClickHouse; 0 leaves it to the server.'),
  QUERY_CONCURRENCY: integer(1, 1000)
    .default(16)
    .describe('Reports worked out at once; more wait for a second, then get a 503.'),
  EXPORT_MAX_SECONDS: integer(1, 604_800)
    .default(3600)
    .describe('Longest that an export may take, the download included; then it breaks.'),
  EXPORT_CONCURRENCY: integer(1, 1000)
    .default(4)
    .describe('Exports under way at once; more wait for a second, then get a 503.'),
  ...serverSettings,
};

const settings = z.object({
  ...querySettings,
  ...clickHouseSettings,
  HOST: z.string().default('0.0.0.0').describe('Address to listen on.'),
  LOG_LEVEL: z.enum(logLevels).default('info').describe('The least level that is logged.'),
});

/** The settings that startQuery wants: the standalone process brings its own host. */
export type QueryConfig = Pick<z.output<typeof settings>, keyof typeof querySettings | 'HOST'>;

/** Of these, what says how much of the database may be taken. */
export type LimitConfig = Omit<
  QueryConfig,
  | 'QUERY_PORT'
  | 'HOST'
  | 'API_KEY'
  | 'ADMIN_PASSWORD'
  | 'PUBLIC_INGEST_URL'
  | keyof typeof serverSettings
  | 'TRUST_PROXY'
>;

/** Settings of the app alone. @throws ConfigError with all problems together, or without any key */
export function readConfig(env = process.env) {
  const config = readEnvironment(settings, env);
  if (config.API_KEY === undefined && config.ADMIN_PASSWORD === undefined) {
    throw new ConfigError('Invalid settings:\n  API_KEY or ADMIN_PASSWORD: one of them is required');
  }
  return config;
}

/** What the settings allow each kind of endpoint. */
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

function path() {
  return z.string().regex(/^(\/[\w.~-]+)+$/, 'a path such as /api/ping');
}
