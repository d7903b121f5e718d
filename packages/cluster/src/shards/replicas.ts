/** Whether the servers of a shard are its replicas. Nothing is written before that is known. */
import type { Shard } from '@tallyhouse/clickhouse';
import { ShardError } from './judge.ts';
import { noId, type ShardState } from './state.ts';

/** A shard and the states of its reachable servers, in order. */
export interface LookedShard {
  shard: Shard;
  states: readonly ShardState[];
}

/**
 * Compares the servers of each shard with the settings and with each other.
 * @throws ShardError that names the server and the remedy
 */
export function judgeReplicas(shards: readonly LookedShard[]): void {
  for (const { shard, states } of shards) {
    for (const state of states) refuseOtherEngines(state, shard.replication !== undefined);
  }
  const replicated = shards.filter(({ shard }) => shard.replication !== undefined);
  const all = replicated.flatMap(({ states }) => states);
  for (const state of all) refuseMissingMacros(state);
  for (const [index, state] of all.entries()) {
    for (const other of all.slice(0, index)) refusePair(other, state);
  }
}

const named = ({ host, number }: ShardState) => `${host} (shard ${number})`;

function refuseOtherEngines(state: ShardState, wanted: boolean): void {
  if (state.isReplicated === undefined || state.isReplicated === wanted) return;
  throw new ShardError(
    wanted
      ? `The tables of ${named(state)} are not replicated, and cannot become so. Unset CLICKHOUSE_REPLICATED; or begin with an empty database (CLICKHOUSE_DATABASE), and store what the log still holds with tallyhouse replay.`
      : `The tables of ${named(state)} are replicated. Set CLICKHOUSE_REPLICATED=1 in every program.`,
  );
}

function refuseMissingMacros({ macros, ...state }: ShardState): void {
  const missing = (['shard', 'replica'] as const).find((name) => macros[name] === '');
  if (missing === undefined) return;
  throw new ShardError(
    `${named({ macros, ...state })} has no macro ${missing}. Set <macros><shard>${state.number}</shard><replica>a name of its own</replica></macros> in its configuration.`,
  );
}

function refusePair(one: ShardState, other: ShardState): void {
  const both = `${named(one)} and ${named(other)}`;
  if (one.tableId !== noId && one.tableId === other.tableId) {
    throw new ShardError(`${both} are the same database. Name each replica once in CLICKHOUSE_SHARDS.`);
  }
  const sameShard = one.number === other.number;
  const sameMacro = one.macros.shard === other.macros.shard;
  if (sameShard && !sameMacro) {
    throw new ShardError(
      `${both} have different macros shard, ${one.macros.shard} and ${other.macros.shard}: they would not replicate each other. Give the replicas of a shard the same.`,
    );
  }
  if (!sameShard && sameMacro) {
    throw new ShardError(
      `${both} have the same macro shard, ${one.macros.shard}: each would store the rows of both. Give every shard one of its own.`,
    );
  }
  if (sameShard && one.macros.replica === other.macros.replica) {
    throw new ShardError(
      `${both} have the same macro replica, ${one.macros.replica}. Give every replica one of its own.`,
    );
  }
}

/**
 * Refuses replicas whose migrations differ, once migrations have run.
 * @param asked those that must have all migrations of the others
 * @throws ShardError
 */
export function refuseLaggingSchema({ states }: LookedShard, asked = states): void {
  for (const state of asked) {
    for (const other of states) {
      const lacking = other.migrations.find((migration) => !state.migrations.includes(migration));
      if (lacking === undefined) continue;
      throw new ShardError(
        `${named(state)} lacks migration ${lacking.split(' ')[0]}, which ${other.host} has. Run tallyhouse migrate with the same CLICKHOUSE_SHARDS.`,
      );
    }
  }
}
