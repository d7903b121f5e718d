import { ClickHouseError } from '@clickhouse/client';
import { type Connection, createClickHouse, type Shard } from '@tallyhouse/clickhouse';
import { shardName } from '@tallyhouse/cluster';
import type { Logger } from '@tallyhouse/service';

export interface FoundShards {
  /** The first server that responds; undefined if none does. */
  connection: Connection | undefined;
  /** The shards without a responding server, for messages. */
  away: string[];
}

/** For a check whether a server responds; no query is so short. */
const patience = { silenceMs: 5000, connectMs: 2000 };

/** Checks which shards respond. @throws an Error that names a shard which refuses */
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
  for (const connection of shard.connections) {
    const client = createClickHouse({ ...connection, database: 'default' }, logger, patience);
    try {
      await client.command({ query: 'select 1' });
      return connection;
    } catch (error) {
      if (!(error instanceof ClickHouseError)) continue;
      throw new Error(`${shardName(shard)} refuses: ${error.message.split('\n')[0]}`, { cause: error });
    } finally {
      await client.close();
    }
  }
  return undefined;
}
