import type { Logger } from '@tallyhouse/service';
import type { Shard } from '../shard-addresses.ts';
import { createWriteClient } from '../write-client.ts';
import { serversOf } from './look.ts';
import type { MapEntry } from './shard-map.ts';

/**
 * Makes servers the shards of a cluster: each gets the whole map, and then its number. When it is interrupted, the next start
 * finds a server without a number, before anything else is stored, and writes the same again.
 */
export async function writeFirst(
  shards: readonly Shard[],
  { cluster, map }: { cluster: string; map: readonly MapEntry[] },
  logger: Logger,
): Promise<void> {
  const rows = map.map(({ partition, fromOffset, shard }) => ({
    log_partition: partition,
    from_offset: `${fromOffset}`,
    shard,
  }));
  for (const shard of shards) await insert(shard, 'shard_map', rows, logger);
  for (const shard of shards) {
    await insert(shard, 'shard_identity', [{ cluster, shard: shard.number }], logger);
  }
  logger.info({ shards: shards.length, partitions: map.length }, 'wrote the map of the shards');
}

async function insert(shard: Shard, table: string, values: readonly object[], logger: Logger): Promise<void> {
  const client = createWriteClient(serversOf(shard), logger, { replication: shard.replication });
  try {
    await client.insert({
      table,
      values,
      format: 'JSONEachRow',
      clickhouse_settings: { async_insert: 0 },
    });
  } finally {
    await client.close();
  }
}
