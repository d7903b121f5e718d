import { createWriteClient, insertRows, type Shard } from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import { serversOf } from './look.ts';
import type { MapEntry } from './shard-map.ts';

/** The state of a cluster on its shards. */
interface Cluster {
  cluster: string;
  map: readonly MapEntry[];
}

/**
 * Makes servers the shards of a cluster: each gets the whole map, and then its number. After an interruption, the next start finds a server
 * without a number, before anything else is stored, and writes the same again.
 */
export async function writeFirst(
  shards: readonly Shard[],
  { cluster, map }: Cluster,
  logger: Logger,
): Promise<void> {
  for (const shard of shards) await writeMap(shard, map, logger);
  for (const shard of shards) await writeNumber(shard, cluster, logger);
  logger.info({ shards: shards.length, partitions: map.length }, 'wrote the map of the shards');
}

/** Gives a server the map and its number, which makes it a shard. Repeating it changes nothing. */
export async function writeShard(shard: Shard, { cluster, map }: Cluster, logger: Logger): Promise<void> {
  await writeMap(shard, map, logger);
  await writeNumber(shard, cluster, logger);
}

const writeMap = (shard: Shard, map: readonly MapEntry[], logger: Logger) =>
  insert(
    shard,
    'shard_map',
    map.map(({ partition, fromOffset, shard: number }) => ({
      log_partition: partition,
      from_offset: `${fromOffset}`,
      shard: number,
    })),
    logger,
  );

const writeNumber = (shard: Shard, cluster: string, logger: Logger) =>
  insert(shard, 'shard_identity', [{ cluster, shard: shard.number }], logger);

async function insert(shard: Shard, table: string, values: readonly object[], logger: Logger): Promise<void> {
  await using client = createWriteClient(serversOf(shard), logger, { replication: shard.replication });
  await insertRows(client, table, values);
}
