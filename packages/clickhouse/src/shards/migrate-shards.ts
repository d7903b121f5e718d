import type { Logger } from '@tallyhouse/service';
import type { Migration } from '../../../../clickhouse/migrations/index.ts';
import { createClickHouse } from '../client.ts';
import { createDatabase, migrate, refuseUnfinished } from '../migrate/migrate.ts';
import { setPingRetention } from '../migrate/retention.ts';
import type { Shard } from '../shard-addresses.ts';
import { type Expected, judge, nameOf, ShardError } from './judge.ts';
import { lookAt } from './look.ts';
import { hostOf } from './state.ts';

export interface MigrateShardsOptions {
  migrations: readonly Migration[];
  /** For how many days raw pings are kept; 0 for ever. */
  retentionDays: number;
  logger: Logger;
  /** Called before each migration that runs. */
  onStep: (shard: string, migration: Migration) => void;
}

/**
 * Brings the database of every shard to the current schema, one after the other, each over its own connection. All must be there, and
 * must be the shards of their map; otherwise nothing is changed.
 * @returns the number of migrations that ran, those of all shards together
 * @throws ShardError, or an Error that names the shard
 */
export async function migrateShards(
  shards: readonly Shard[],
  { migrations, retentionDays, logger, onStep }: MigrateShardsOptions,
): Promise<number> {
  const expected = { shards: shards.length, partitions: undefined };
  await refuseOthers(shards, { ...expected, migrating: true }, logger);
  let count = 0;
  for (const shard of shards) {
    const name = nameOf({ number: shard.number, host: hostOf(shard) });
    const [connection] = shard.connections;
    const client = createClickHouse(connection, logger);
    try {
      await createDatabase(connection, logger);
      await refuseUnfinished(client);
      count += await migrate(client, migrations, (migration) => onStep(name, migration));
      await setPingRetention(client, retentionDays);
    } catch (error) {
      throw new Error(`${name}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
    } finally {
      await client.close();
    }
  }
  await refuseOthers(shards, expected, logger);
  return count;
}

async function refuseOthers(shards: readonly Shard[], expected: Expected, logger: Logger): Promise<void> {
  const { states, away } = await lookAt(shards, logger);
  judge(states, expected);
  const [first] = away;
  if (first === undefined) return;
  throw new ShardError(
    `${nameOf({ number: first.number, host: hostOf(first) })} cannot be reached. Migrations need all shards; nothing was changed.`,
  );
}
