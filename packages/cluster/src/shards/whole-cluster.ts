/** For commands that need all shards at once. */

import { ClickHouseError } from '@clickhouse/client';
import { MigrationError, type Shard } from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import { type Expected, judge, refuseOtherPlaces, refuseSameServer, ShardError } from './judge.ts';
import { lookAt, refuseAway } from './look.ts';
import type { Servers } from './servers.ts';
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

/**
 * Compares all servers of the shards with the settings and with each other, before they are changed.
 * @param need the work that needs all of them, such as `Migrations need`
 * @throws ShardError that names the unreachable server, or the difference
 */
export async function refuseOthers(
  shards: readonly Shard[],
  expected: Omit<Expected, 'shards'>,
  need: string,
  logger: Logger,
): Promise<void> {
  const { migrating = false } = expected;
  const { states, awayHosts } = await lookAt(shards, logger, { migrating });
  if (states.length > 0) judge(states, { ...expected, shards: shards.length });
  refuseAway(shards, awayHosts, need);
}

/** For work that needs every server. @throws ShardError that names the server that is unreachable, or not the configured one */
export async function requireAll({ all }: Pick<Servers, 'all'>): Promise<void> {
  for (const { name, shard, ready } of all) {
    try {
      await ready();
    } catch (error) {
      if (shard === undefined || error instanceof ShardError || error instanceof MigrationError) throw error;
      throw new ShardError(
        error instanceof ClickHouseError
          ? `${name} refuses: ${error.message}`
          : `${name} cannot be reached, and all shards are needed.`,
      );
    }
  }
}
