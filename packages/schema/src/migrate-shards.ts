import {
  checkedMigrations,
  createClickHouse,
  createDatabase,
  type Migration,
  migrateTogether,
  refuseUnfinished,
  type Shard,
} from '@tallyhouse/clickhouse';
import { refuseOthers, serversOf, shardName } from '@tallyhouse/cluster';
import { atEnd, type Logger, messageOf } from '@tallyhouse/service';
import { createSettledTables } from '@tallyhouse/settle';
import { copyTables } from './copy-tables.ts';
import { setPingRetention } from './retention.ts';

export interface MigrateShardsOptions {
  migrations: readonly Migration[];
  /** For how many days raw pings are kept; 0 for no limit. */
  retentionDays: number;
  logger: Logger;
  /** Called before each migration that runs. */
  onStep: (shard: string, migration: Migration) => void;
}

/**
 * Brings the database of every shard to the current schema, one after the other, each over its own connections. All must be there, and
 * must be the shards of their map, or empty ones that will be added to it; otherwise nothing is changed. Replicas of a shard run each migration before any of them runs the next.
 * @returns the number of migrations that ran, those of all shards together
 * @throws ShardError, or an Error that names the shard
 */
export async function migrateShards(
  shards: readonly Shard[],
  { migrations, retentionDays, logger, onStep }: MigrateShardsOptions,
): Promise<number> {
  const check = (migrating: boolean) =>
    refuseOthers(shards, { partitions: undefined, newShards: true, migrating }, 'Migrations need', logger);
  await check(true);
  let count = 0;
  for (const shard of shards) {
    const name = shardName(shard);
    const connections = serversOf(shard);
    const clients = connections.map((connection) => createClickHouse(connection, logger));
    await using _clients = atEnd(() => Promise.all(clients.map((client) => client.close())));
    try {
      for (const connection of connections) await createDatabase(connection, logger);
      for (const client of clients) await refuseUnfinished(client);
      // First, so that a new replica does not join the tables of a database that is refused.
      for (const client of clients) await checkedMigrations(client, migrations);
      await copyTables(clients);
      count += await migrateTogether(clients, migrations, {
        isReplicated: shard.replication !== undefined,
        onStep: (migration) => onStep(name, migration),
      });
      for (const client of clients) await createSettledTables(client);
      for (const client of clients) await setPingRetention(client, retentionDays);
    } catch (error) {
      throw new Error(`${name}: ${messageOf(error)}`, { cause: error });
    }
  }
  await check(false);
  return count;
}
