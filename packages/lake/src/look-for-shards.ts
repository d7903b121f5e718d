import { ClickHouseError } from '@clickhouse/client';
import {
  type Connection,
  createClickHouse,
  createDelayCheck,
  MissingRightError,
  type Shard,
} from '@tallyhouse/clickhouse';
import { shardName } from '@tallyhouse/cluster';
import type { Logger } from '@tallyhouse/service';
import { sql } from '@tallyhouse/sql';

export interface FoundShards {
  /** The first server that responds and, with replicated tables, is up to date; undefined if none does. */
  connection: Connection | undefined;
  /** The shards without a responding server, for messages. */
  away: string[];
}

/** For a check whether a server responds; no query is so short. */
const patience = { silenceMs: 5000, connectMs: 2000 };
/** From a replica that lacks rows, an update would remove the files of days that it does not have yet. */
const readable = {
  maxDelaySeconds: 30,
  // Without the right, system.replicas has no rows, and every replica would seem to be up to date.
  tables: sql`
select 1
from (select count() as tables from system.replicas where database = currentDatabase())
where not throwIf(tables = 0, 'no replicated table can be seen; grant show tables on the database to this user')`,
};

/** Checks which shards respond. @throws an Error that names a shard which refuses, or whose replicas are behind */
export async function lookForShards(shards: readonly Shard[], logger: Logger): Promise<FoundShards> {
  const found = await Promise.all(
    shards.map(async (shard) => ({ shard, connection: await answering(shard, logger) })),
  );
  return {
    connection: found.find(({ connection }) => connection !== undefined)?.connection,
    away: found.flatMap(({ shard, connection }) => (connection === undefined ? shardName(shard) : [])),
  };
}

async function answering(shard: Shard, logger: Logger): Promise<Connection | undefined> {
  let isBehind = false;
  let refused: Error | undefined;
  for (const connection of shard.connections) {
    const place = shard.replication ? connection : { ...connection, database: 'default' };
    await using client = createClickHouse(place, logger, patience);
    try {
      if (shard.replication) isBehind = !(await createDelayCheck(client, readable)());
      else await client.command({ query: 'select 1' });
      if (!isBehind) return connection;
    } catch (error) {
      if (error instanceof MissingRightError) throw error;
      if (!(error instanceof ClickHouseError)) continue;
      refused ??= new Error(`${shardName(shard)} refuses: ${error.message.split('\n')[0]}`, { cause: error });
    }
  }
  if (refused) throw refused;
  if (isBehind) throw new Error(`${shardName(shard)}: no replica is up to date. Run this again later.`);
  return undefined;
}
