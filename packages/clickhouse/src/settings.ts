import { address, ConfigError, readTlsFiles, secretFile, type Tls } from '@tallyhouse/service';
import { z } from 'zod';
import type { Connection } from './client.ts';

/** The connection to ClickHouse; every app uses these names. */
export const clickHouseSettings = {
  CLICKHOUSE_URL: clickHouseAddress(),
  CLICKHOUSE_USER: z.string().optional(),
  CLICKHOUSE_PASSWORD: z.string().optional(),
  CLICKHOUSE_PASSWORD_FILE: secretFile(),
  CLICKHOUSE_DATABASE: z
    .string()
    .regex(/^[A-Za-z_]\w{0,63}$/, 'a name made of letters, digits and _')
    // Tables in information_schema would be gone when the server restarts.
    .regex(/^(?!(?:system|information_schema)$)/i, "a database of its own: this is one of ClickHouse's")
    .default('tallyhouse'),
  CLICKHOUSE_SSL_CA: z.string().optional(),
  CLICKHOUSE_SSL_CERT: z.string().optional(),
  CLICKHOUSE_SSL_KEY: z.string().optional(),
};

type ClickHouseConfig = z.output<z.ZodObject<typeof clickHouseSettings>>;

/** The address of a server, in the client's format. */
export function clickHouseAddress() {
  return address(/^https?$/, 'the address of a ClickHouse server, such as http://host:8123');
}

/**
 * The connection of these settings. Reads the certificate files.
 * @throws ConfigError that lists the files that cannot be used
 */
export function connectionOf(settings: ClickHouseConfig): Connection {
  return {
    url: settings.CLICKHOUSE_URL,
    user: settings.CLICKHOUSE_USER,
    password: settings.CLICKHOUSE_PASSWORD,
    database: settings.CLICKHOUSE_DATABASE,
    ...tlsOf(settings),
  };
}

function tlsOf(settings: ClickHouseConfig): { tls?: Tls } {
  const { CLICKHOUSE_SSL_CA: ca, CLICKHOUSE_SSL_CERT: cert, CLICKHOUSE_SSL_KEY: key } = settings;
  if (ca === undefined && cert === undefined && key === undefined) return {};
  const { protocol, host } = new URL(settings.CLICKHOUSE_URL);
  const unused = protocol === 'https:' ? undefined : `has no effect at http://${host}`;
  const problems: string[] = [];
  const tls = readTlsFiles('CLICKHOUSE_SSL', { ca, cert, key }, unused, problems);
  if (problems.length > 0) {
    throw new ConfigError(`Invalid settings:\n${problems.map((line) => `  ${line}`).join('\n')}`);
  }
  return { tls };
}
