import { type ClickHouseClient, ClickHouseError } from '@clickhouse/client';
import {
  type Connection,
  command,
  createClickHouse,
  findServer,
  hasTable,
  noResponse,
  patience,
  type Shard,
  shardsOf,
  unfinishedRestore,
} from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import { raw, sql } from '@tallyhouse/sql';
import type { LakeConfig } from './config.ts';
import { lookForShards } from './look-for-shards.ts';

/** An exported BI view, each row of which belongs to a site and a UTC day. */
export interface View {
  /** The name of its folder. */
  name: string;
  database: string;
  /** Its name in the database. */
  view: string;
  client: ClickHouseClient;
}

/** The exported views, with the connections to read them. */
export interface Views {
  list: View[];
  /** The client that read the list of sites. */
  client: ClickHouseClient;
  /** The database of the views. */
  database: string;
  /** The unreachable shards, for messages; none on a single server. */
  shardsAway(): Promise<string[]>;
  /** @throws an Error while a restore has not ended: days that it has not filled yet would be taken for deleted ones */
  refuseRestore(): Promise<void>;
  close(): Promise<void>;
}

/** Views with rows of their own. The daily ones add them up, `sites` has no days, and `pings_hourly` is about the service. */
const names = ['pageviews', 'sessions', 'events', 'visitors'] as const;

/** UNKNOWN_TABLE, UNKNOWN_DATABASE */
const missing = new Set(['60', '81']);
const accessDenied = '497';

/**
 * Connects to the views. With `npm start` they are read as the user `reader`; those with personal data, which it may not read, as
 * `writer`.
 * @throws an Error with a remedy when there are no views, or the server does not respond
 */
export async function openViews(config: LakeConfig, personal: boolean, logger: Logger): Promise<Views> {
  const bi = config.CLICKHOUSE_BI_DATABASE;
  if (bi === 'none') {
    throw new Error('CLICKHOUSE_BI_DATABASE is none: the export reads the views for BI tools (docs/bi.md).');
  }
  const clients: ClickHouseClient[] = [];
  const shards = shardsOf(config);
  const shard = shards.length > 0 ? await oneOf(shards, logger) : undefined;
  const connect = async (user: 'reader' | 'writer', database: string) => {
    const connection = shard ?? (await findServer(config, user));
    const client = createClickHouse({ ...connection, database }, logger, patience);
    clients.push(client);
    return { client, connection };
  };
  const close = async () => void (await Promise.all(clients.map((client) => client.close())));
  try {
    const read = await connect('reader', bi);
    const { client } = read;
    await check(
      read,
      bi,
      'pageviews',
      'Run tallyhouse migrate, or start the service again: it creates them.',
    );
    const list: View[] = names.map((name) => ({ name, database: bi, view: name, client }));
    if (personal) {
      const database = `${bi}_personal`;
      const owner = await connect('writer', database);
      await check(owner, database, 'sessions', 'Set CLICKHOUSE_BI_PERSONAL=1 and start the service again.');
      list.push({ name: 'personal_sessions', database, view: 'sessions', client: owner.client });
    }
    return {
      list,
      client,
      database: bi,
      shardsAway: async () => (await lookForShards(shards, logger)).away,
      refuseRestore: () => refuseRestore(client, config.CLICKHOUSE_DATABASE),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The views of each shard have the rows of all. @throws an Error that names the unreachable shards */
async function oneOf(shards: readonly Shard[], logger: Logger): Promise<Connection | undefined> {
  const { connection, away } = await lookForShards(shards, logger);
  if (away.length === 0) return connection;
  throw new Error(`${away.join(', ')} cannot be reached. The export needs all shards; nothing was written.`);
}

async function refuseRestore(client: ClickHouseClient, database: string): Promise<void> {
  const isUnfinished = await hasTable(client, raw(`${database}.${unfinishedRestore}`)).catch((error) => {
    // A user of the views alone may not ask.
    if (error instanceof ClickHouseError && error.code === accessDenied) return false;
    throw error;
  });
  if (isUnfinished) throw new Error('A restore of the database has not ended. Run this again once it has.');
}

async function check(
  { client, connection }: { client: ClickHouseClient; connection: Connection },
  database: string,
  view: string,
  remedy: string,
): Promise<void> {
  try {
    await command(client, sql`select site_id from ${raw(`${database}.${view}`)} limit 0`);
  } catch (error) {
    if (error instanceof ClickHouseError && missing.has(error.code)) {
      throw new Error(`There is no view ${database}.${view}. ${remedy}`);
    }
    if (error instanceof ClickHouseError && error.code === accessDenied) {
      throw new Error(
        `ClickHouse does not let this user read ${database}.${view}: grant select on ${database}.*`,
      );
    }
    throw noResponse(connection, error);
  }
}
