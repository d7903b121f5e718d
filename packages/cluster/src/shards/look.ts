import { ClickHouseError } from '@clickhouse/client';
import type { Connection, Shard } from '@tallyhouse/clickhouse';
import type { Logger } from '@tallyhouse/service';
import { nameOf, ShardError, shardName } from './judge.ts';
import { judgeReplicas, type LookedShard, refuseLaggingSchema } from './replicas.ts';
import { hostOf, readState, type ShardState } from './state.ts';

export interface Looked {
  /** What the shards hold that can be reached, in their order: one state each. */
  states: ShardState[];
  /** The others. */
  away: Shard[];
  /** The servers that cannot be reached, of any shard: `host:port`. */
  awayHosts: string[];
}

/**
 * Reads what the shards hold. Replicas of one are compared with each other, and count as one.
 * @param migrating before migrations, which may differ then
 * @throws ShardError when one can be reached, but refuses, or is not a replica of its shard
 */
export async function lookAt(
  shards: readonly Shard[],
  logger: Logger,
  { migrating = false } = {},
): Promise<Looked> {
  const awayHosts: string[] = [];
  const looked = await Promise.all(
    shards.map(async (shard) => {
      try {
        return await readReplicas(shard, logger, awayHosts);
      } catch (error) {
        if (!(error instanceof ClickHouseError)) throw error;
        throw new ShardError(`${shardName(shard)} refuses: ${error.message}`);
      }
    }),
  );
  judgeReplicas(looked);
  if (!migrating) for (const one of looked) refuseLaggingSchema(one);
  return {
    states: looked.flatMap((one) => stateOf(one) ?? []),
    away: looked.flatMap(({ shard, states }) => (states.length === 0 ? shard : [])),
    awayHosts,
  };
}

/**
 * Reads what one shard holds that was away.
 * @throws ShardError, ClickHouseError when it refuses, or an error with the code EHOSTUNREACH when it is still away
 */
export async function lookAgain(shard: Shard, logger: Logger): Promise<ShardState> {
  const looked = await readReplicas(shard, logger, []);
  judgeReplicas([looked]);
  refuseLaggingSchema(looked);
  const state = stateOf(looked);
  if (state !== undefined) return state;
  const message = `${shardName(shard)} cannot be reached`;
  throw Object.assign(new Error(message), { code: 'EHOSTUNREACH' });
}

/** @param awayHosts gets the servers that cannot be reached */
async function readReplicas(shard: Shard, logger: Logger, awayHosts: string[]): Promise<LookedShard> {
  const states = await Promise.all(
    serversOf(shard).map(async (connection) => {
      try {
        return await readState(shard, connection, logger);
      } catch (error) {
        if (error instanceof ClickHouseError) throw error;
        const host = hostOf(connection);
        logger.warn({ err: error, shard: shard.number, host }, 'a shard cannot be reached');
        awayHosts.push(host);
        return undefined;
      }
    }),
  );
  return { shard, states: states.flatMap((state) => state ?? []) };
}

/**
 * Refuses when a server cannot be reached, of any shard.
 * @param need what needs all of them, such as `Migrations need`
 */
export function refuseAway(shards: readonly Shard[], awayHosts: readonly string[], need: string): void {
  const [host] = awayHosts;
  if (host === undefined) return;
  const number = shards.find((shard) => serversOf(shard).some((one) => hostOf(one) === host))?.number ?? 0;
  throw new ShardError(
    `${nameOf({ number, host })} cannot be reached. ${need} all shards; nothing was changed.`,
  );
}

/** The replica that speaks for its shard: a new one has no tables yet. */
const stateOf = ({ states }: LookedShard) =>
  states.find(({ migrations }) => migrations.length > 0) ?? states[0];

/** The servers of a shard that are written to. */
export function serversOf({ connections, replication }: Shard): [Connection, ...Connection[]] {
  return replication === undefined ? [connections[0]] : connections;
}
