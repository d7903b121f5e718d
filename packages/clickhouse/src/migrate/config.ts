import { integer, logLevels, readEnvironment } from '@tallyhouse/service';
import { z } from 'zod';
import type { Connection } from '../client.ts';

/** How to reach ClickHouse; the same names in every app. */
export const clickHouseSettings = {
  CLICKHOUSE_URL: z.url({
    protocol: /^https?$/,
    error: 'the address of a ClickHouse server: http://host:8123',
  }),
  CLICKHOUSE_USER: z.string().optional(),
  CLICKHOUSE_PASSWORD: z.string().optional(),
  CLICKHOUSE_DATABASE: z
    .string()
    .regex(/^[A-Za-z_]\w{0,63}$/, 'a name of letters, digits and _')
    .default('tallyhouse'),
};

/** The connection that these settings describe. */
export function connectionOf(settings: z.output<z.ZodObject<typeof clickHouseSettings>>): Connection {
  return {
    url: settings.CLICKHOUSE_URL,
    user: settings.CLICKHOUSE_USER,
    password: settings.CLICKHOUSE_PASSWORD,
    database: settings.CLICKHOUSE_DATABASE,
  };
}

/** What the migrations depend on. RETENTION_PINGS: days; 0 keeps raw pings for ever. */
export const migrationSettings = {
  RETENTION_PINGS: integer(0, 36_500).default(0),
};

const schema = z.object({
  ...clickHouseSettings,
  ...migrationSettings,
  LOG_LEVEL: z.enum(logLevels).default('info'),
});

export const readConfig = (env: NodeJS.ProcessEnv) => readEnvironment(schema, env);
