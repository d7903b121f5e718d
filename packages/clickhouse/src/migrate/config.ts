import { integer, logLevels, readEnvironment, secretFile } from '@tallyhouse/service';
import { z } from 'zod';
import { biSettings } from '../bi/settings.ts';
import type { Connection } from '../client.ts';

/** The connection to ClickHouse; every app uses these names. */
export const clickHouseSettings = {
  CLICKHOUSE_URL: z.url({
    protocol: /^https?$/,
    error: 'the address of a ClickHouse server, such as http://host:8123',
  }),
  CLICKHOUSE_USER: z.string().optional(),
  CLICKHOUSE_PASSWORD: z.string().optional(),
  CLICKHOUSE_PASSWORD_FILE: secretFile('CLICKHOUSE_PASSWORD'),
  CLICKHOUSE_DATABASE: z
    .string()
    .regex(/^[A-Za-z_]\w{0,63}$/, 'a name made of letters, digits and _')
    .default('tallyhouse'),
};

/** The connection of these settings. */
export function connectionOf(settings: z.output<z.ZodObject<typeof clickHouseSettings>>): Connection {
  return {
    url: settings.CLICKHOUSE_URL,
    user: settings.CLICKHOUSE_USER,
    password: settings.CLICKHOUSE_PASSWORD,
    database: settings.CLICKHOUSE_DATABASE,
  };
}

/** Settings of the migrations. RETENTION_PINGS: days; 0 keeps raw pings for ever. */
export const migrationSettings = {
  RETENTION_PINGS: integer(0, 36_500).default(0),
  ...biSettings,
};

const schema = z.object({
  ...clickHouseSettings,
  ...migrationSettings,
  LOG_LEVEL: z.enum(logLevels).default('info'),
});

export const readConfig = (env: NodeJS.ProcessEnv) => readEnvironment(schema, env);
