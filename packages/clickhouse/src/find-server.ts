import { join } from 'node:path';
import { integer } from '@tallyhouse/service';
import { z } from 'zod';
import type { Connection } from './client.ts';
import { readPasswords } from './embedded/passwords.ts';
import { clickHouseSettings, connectionOf } from './settings.ts';
import { shardSettings } from './shard-addresses.ts';

/** Settings of a command that uses a running ClickHouse: the one in CLICKHOUSE_URL, or that of a running `npm start`. */
export const serverSettings = {
  ...clickHouseSettings,
  CLICKHOUSE_SHARDS: shardSettings.CLICKHOUSE_SHARDS,
  CLICKHOUSE_URL: clickHouseSettings.CLICKHOUSE_URL.optional(),
  CLICKHOUSE_HTTP_PORT: integer(1, 65_535).default(8124),
  DATA_DIR: z.string().default('./data'),
};

export type ServerConfig = z.output<z.ZodObject<typeof serverSettings>>;

/**
 * Finds the one server of a command.
 * @param user of the ClickHouse of `npm start`; a CLICKHOUSE_URL has its own
 * @throws an Error with a remedy when there is neither a CLICKHOUSE_URL nor a data folder of `npm start`, or there are shards
 */
export async function findServer(
  settings: ServerConfig,
  user: 'writer' | 'reader' = 'writer',
): Promise<Connection> {
  const { CLICKHOUSE_URL, CLICKHOUSE_HTTP_PORT: port, DATA_DIR } = settings;
  if (settings.CLICKHOUSE_SHARDS !== undefined) {
    throw new Error(
      'This command is not available with CLICKHOUSE_SHARDS yet: it would use a part of the data.',
    );
  }
  if (CLICKHOUSE_URL !== undefined) return connectionOf({ ...settings, CLICKHOUSE_URL });
  const file = join(DATA_DIR, 'clickhouse', 'passwords.json');
  const passwords = await readPasswords(file);
  if (passwords === undefined) {
    throw new Error(
      `There is no ${file}. Set CLICKHOUSE_URL, or set DATA_DIR to the data folder of tallyhouse start.`,
    );
  }
  return {
    url: `http://127.0.0.1:${port}`,
    user,
    password: passwords[user],
    database: settings.CLICKHOUSE_DATABASE,
  };
}
