import { ClickHouseError } from '@clickhouse/client';
import type { Connection, Shard } from '@tallyhouse/clickhouse';
import { type Logger, messageOf } from '@tallyhouse/service';
import { nameOf, ShardError, shardName } from './judge.ts';
import { judgeReplicas, type LookedShard, refuseLaggingSchema } from './replicas.ts';
import { hostOf, readState, type ShardState } from './state.ts';

export interface Looked {
  looked: LookedShard[];
  /** The states of the reachable shards, in order. */
  states: ShardState[];
  away: Shard[];
  /** The unreachable servers, of any shard: `host:port`. */
  awayHosts: string[];
}

/**
 * Reads the state of the shards. Replicas of a shard are compared with each other, and count as one.
 * @param migrating before migrations, which may still differ
 * @throws ShardError when a server refuses, or is not a replica of its shard
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
    looked,
    states: looked.flatMap((one) => stateOf(one) ?? []),
    away: looked.flatMap(({ shard, states }) => (states.length === 0 ? shard : [])),
    awayHosts,
  };
}

/**
 * Reads the state of a shard that was unreachable.
 * @throws ShardError, ClickHouseError when it refuses, or an error with the code EHOSTUNREACH when it is still unreachable
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

/**
 * Compares replicas that were unreachable at the start before their first use: one of another shard would store its rows twice.
 * @returns a check of a shard's server. For one that is no replica of it, it throws the error of an unreachable one: another is used
 */
export function compareLate({ looked, awayHosts }: Looked, logger: Logger, read = readState) {
  const late = new Set(awayHosts);
  const known = new Map(looked.map((one) => [one.shard, one]));
  return (shard: Shard) => async (connection: Connection) => {
    const host = hostOf(connection);
    if (!late.has(host)) return;
    const state = await read(shard, connection, logger);
    // Unless another request was faster.
    if (!late.has(host)) return;
    const now = { shard, states: [...(known.get(shard)?.states ?? []), state] };
    try {
      judgeReplicas([...new Map(known).set(shard, now).values()]);
      // The others may have got migrations since they were read.
      refuseLaggingSchema(now, [state]);
    } catch (error) {
      logger.error({ host }, messageOf(error));
      throw Object.assign(new Error(`${host} is not used`, { cause: error }), { code: 'EHOSTUNREACH' });
    }
    known.set(shard, now);
    late.delete(host);
  };
}

/** @param awayHosts gets the unreachable servers */
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

/** Refuses when a server of any shard is unreachable. @param need the work that needs all of them, such as `Migrations need` */
export function refuseAway(shards: readonly Shard[], awayHosts: readonly string[], need: string): void {
  const [host] = awayHosts;
  if (host === undefined) return;
  const number = shards.find((shard) => serversOf(shard).some((one) => hostOf(one) === host))?.number ?? 0;
  throw new ShardError(
    `${nameOf({ number, host })} cannot be reached. ${need} all shards; nothing was changed.`,
  );
}

/** The replica whose state counts for its shard: a new one has no tables yet. */
const stateOf = ({ states }: LookedShard) =>
  states.find(({ migrations }) => migrations.length > 0) ?? states[0];

/** The servers of a shard that get writes. */
export function serversOf({ connections, replication }: Shard): [Connection, ...Connection[]] {
  return replication === undefined ? [connections[0]] : connections;
}
