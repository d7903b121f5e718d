/** For commands that need all shards at once: a backup, and a restore. */

import type { Shard } from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import { judge, refuseOtherPlaces, refuseSameServer, ShardError } from './judge.ts';
import { lookAt, refuseAway } from './look.ts';
import type { MapEntry } from './shard-map.ts';
import type { ShardState } from './state.ts';

interface ClusterIdentity {
  cluster: string;
  map: MapEntry[];
}

/**
 * Reads the id and the map of a cluster.
 * @param partitions of the log's topic
 * @throws ShardError when a shard is unreachable, or they are not the shards of one map
 */
export async function readCluster(
  shards: readonly Shard[],
  partitions: number,
  logger: Logger,
): Promise<ClusterIdentity> {
  const states = await lookAtAll(shards, logger);
  const verdict = judge(states, { shards: shards.length, partitions });
  const cluster = states[0]?.identities[0]?.cluster;
  if (verdict.kind === 'ready' && cluster !== undefined) return { cluster, map: verdict.map };
  throw new ShardError('The shards have no map yet. Start the consumer first: it writes the map.');
}

/**
 * Checks that tables may be restored into databases, each of which may be empty, or hold another state of its shard.
 * @throws ShardError when a shard is unreachable, in another position than in CLICKHOUSE_SHARDS, or named twice
 */
export async function refuseOtherCluster(shards: readonly Shard[], logger: Logger): Promise<void> {
  const states = await lookAtAll(shards, logger);
  refuseSameServer(states);
  refuseOtherPlaces(states);
}

async function lookAtAll(shards: readonly Shard[], logger: Logger): Promise<ShardState[]> {
  const { states, awayHosts } = await lookAt(shards, logger, { migrating: true });
  refuseAway(shards, awayHosts, 'This command needs');
  return states;
}
