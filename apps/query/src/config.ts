import { clickHouseSettings } from '@tallyhouse/clickhouse';
import { ConfigError, logLevels, port, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';

/** What the query app is told, alone or inside the standalone process. The keys are the variables' names. */
export const querySettings = {
  QUERY_PORT: port().default(3000).describe('Port of the query service; 0 takes a free one.'),
  API_KEY: key().describe('The key that reports are asked with: Authorization: Bearer <key>.'),
  ADMIN_PASSWORD: key().describe('Counts as API_KEY does.'),
  PUBLIC_INGEST_URL: z
    .url({ protocol: /^https?$/, error: 'the address of the ingest service: http://host:3001' })
    .default('http://127.0.0.1:3001')
    .describe('Where browsers reach the ingest service: the demo page loads the tracker from there.'),
};

const settings = z.object({
  ...querySettings,
  ...clickHouseSettings,
  HOST: z.string().default('0.0.0.0').describe('Address to listen on.'),
  LOG_LEVEL: z.enum(logLevels).default('info').describe('The least level that is logged.'),
});

/** The settings that startQuery wants: the standalone process brings its own host. */
export type QueryConfig = Pick<z.output<typeof settings>, keyof typeof querySettings | 'HOST'>;

/** Settings of the app alone. @throws ConfigError with all problems together, or without any key */
export function readConfig(env = process.env) {
  const config = readEnvironment(settings, env);
  if (config.API_KEY === undefined && config.ADMIN_PASSWORD === undefined) {
    throw new ConfigError(
      'These settings cannot be used:\n  API_KEY or ADMIN_PASSWORD: one of them is needed',
    );
  }
  return config;
}

/** Blanks around it could never arrive in a header; a value of nothing else counts as unset. */
function key() {
  return z
    .string()
    .transform((text) => text.trim() || undefined)
    .optional();
}
