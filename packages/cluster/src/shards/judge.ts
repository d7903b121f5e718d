/** Whether servers are the shards of the settings. Nothing is written before that is known. */
import { createHash } from 'node:crypto';
import type { Shard } from '@tallyhouse/clickhouse';
import { highestShard } from './grown-map.ts';
import { firstMap, type MapEntry, textOf } from './shard-map.ts';
import { hostOfShard, noId, type ShardState } from './state.ts';

/** The shards differ from the settings; the message names the difference and the remedy. */
export class ShardError extends Error {
  override name = 'ShardError';
}

export interface Expected {
  /** How many CLICKHOUSE_SHARDS names. */
  shards: number;
  /** How many partitions the log's topic has; undefined when it is not known. */
  partitions: number | undefined;
  /** Before migrations, which may still differ. */
  migrating?: boolean;
  /** Whether prepared, empty shards that are not in the map are allowed. */
  newShards?: boolean;
}

export type Verdict =
  /** They are a cluster with this map. */
  | { kind: 'ready'; map: MapEntry[] }
  /** They are unused, or writing the map was interrupted; these rows are to be written on each. */
  | { kind: 'new'; cluster: string; map: MapEntry[] };

/**
 * Compares the shards with the settings and with each other.
 * @param states of the reachable shards, at least one, in order
 * @throws ShardError
 */
export function judge(
  all: readonly ShardState[],
  { shards, partitions, migrating = false, newShards = false }: Expected,
): Verdict {
  refuseSameServer(all);
  if (!migrating) refuseOtherMigrations(all);
  const states = newShards ? withoutNew(all) : all;
  const known = states.filter(({ identities }) => identities.length > 0);
  refuseOtherPlaces(known);
  refuseOtherMaps(known);
  const [first] = known;
  if (first !== undefined) {
    refuseOtherSize(first.map, { shards: shards - (all.length - states.length), partitions });
  }

  const unknown = states.find(({ identities }) => identities.length === 0);
  if (first !== undefined && unknown === undefined) return { kind: 'ready', map: first.map };

  const used = states.find(({ hasPings }) => hasPings);
  if (used !== undefined && unknown !== undefined && first !== undefined) {
    throw new ShardError(lostTables(unknown));
  }
  if (used !== undefined) {
    throw new ShardError(
      `${nameOf(used)} holds pings from before there were shards. Begin with empty databases (CLICKHOUSE_DATABASE), and store what the log still holds with tallyhouse replay.`,
    );
  }
  const unreachable = shards - states.length;
  if (unreachable > 0) {
    const there = new Set(states.map(({ number }) => number));
    const missing = Array.from({ length: shards }, (_, index) => index + 1).find((n) => !there.has(n));
    throw new ShardError(`Shard ${missing} cannot be reached. The first start needs all shards.`);
  }
  if (partitions !== undefined && partitions < shards) {
    throw new ShardError(
      `The topic has ${partitions} partitions for ${shards} shards: some would store nothing. Use a topic with more partitions, or fewer shards.`,
    );
  }
  const cluster = first?.identities[0]?.cluster ?? clusterOf(states);
  return { kind: 'new', cluster, map: partitions === undefined ? [] : firstMap(partitions, shards) };
}

/** @throws ShardError when one of the new ones is not empty */
function withoutNew(states: readonly ShardState[]): readonly ShardState[] {
  const map = states.find(({ identities }) => identities.length > 0)?.map;
  if (map === undefined) return states;
  const isNew = ({ number, identities }: ShardState) => number > highestShard(map) && identities.length === 0;
  const used = states.find((state) => isNew(state) && state.hasPings);
  if (used !== undefined) throw new ShardError(usedBefore(used));
  return states.filter((state) => !isNew(state));
}

export const lostTables = (state: ShardState) =>
  `${nameOf(state)} has lost its tables, or is another server than before. Restore its database from its own backup, or correct CLICKHOUSE_SHARDS.`;

export const usedBefore = (state: ShardState) =>
  `${nameOf(state)} holds pings already. A new shard begins with an empty database (CLICKHOUSE_DATABASE).`;

export const noMapYet = 'The shards have no map yet. Start the consumer: it writes the first one.';

export const nameOf = ({ number, host }: Pick<ShardState, 'number' | 'host'>) => `Shard ${number} (${host})`;

/** A shard in messages, by its first server, such as `Shard 2 (b:8123)`. */
export const shardName = (shard: Shard) => nameOf({ number: shard.number, host: hostOfShard(shard) });

/** @throws ShardError when two shards are one database */
export function refuseSameServer(states: readonly ShardState[]): void {
  for (const state of states) {
    if (state.tableId === noId) continue;
    const same = states.find(({ number, tableId }) => number < state.number && tableId === state.tableId);
    if (same === undefined) continue;
    throw new ShardError(
      `${nameOf(same)} and ${nameOf(state)} are the same database. Name each shard once in CLICKHOUSE_SHARDS.`,
    );
  }
}

export function refuseOtherMigrations(states: readonly ShardState[]): void {
  for (const state of states) {
    if (state.migrations.length === 0) {
      throw new ShardError(
        `${nameOf(state)} has no tables. Run tallyhouse migrate with the same CLICKHOUSE_SHARDS.`,
      );
    }
    for (const other of states) {
      const lacking = other.migrations.find((migration) => !state.migrations.includes(migration));
      if (lacking === undefined) continue;
      const [name] = lacking.split(' ');
      throw new ShardError(
        `${nameOf(state)} lacks migration ${name} as ${nameOf(other)} ran it. Run tallyhouse migrate of the newest version in use, with the same CLICKHOUSE_SHARDS.`,
      );
    }
  }
}

/** @throws ShardError when a server was another shard before, or of another cluster */
export function refuseOtherPlaces(known: readonly ShardState[]): void {
  for (const state of known) {
    const [identity, ...more] = state.identities;
    if (identity === undefined) continue;
    if (more.length > 0) {
      throw new ShardError(
        `${nameOf(state)} was made a shard twice, with different CLICKHOUSE_SHARDS. Begin with empty databases (CLICKHOUSE_DATABASE).`,
      );
    }
    if (identity.shard !== state.number) {
      throw new ShardError(
        `${state.host} is shard ${identity.shard}, but is number ${state.number} in CLICKHOUSE_SHARDS. Name the shards in the order of their first start.`,
      );
    }
    const [first] = known;
    if (first !== undefined && first.identities[0]?.cluster !== identity.cluster) {
      throw new ShardError(
        `${nameOf(state)} belongs to another cluster than ${nameOf(first)}. Correct CLICKHOUSE_SHARDS or CLICKHOUSE_DATABASE.`,
      );
    }
  }
}

function refuseOtherMaps(known: readonly ShardState[]): void {
  const [first, ...others] = known;
  const other = others.find(({ map }) => first !== undefined && textOf(map) !== textOf(first.map));
  if (first === undefined || other === undefined) return;
  throw new ShardError(
    `${nameOf(other)} has another map than ${nameOf(first)}. Run tallyhouse reshard run again if it was interrupted; otherwise restore the table shard_map of the one that was changed.`,
  );
}

function refuseOtherSize(map: readonly MapEntry[], { shards, partitions }: Expected): void {
  const shardsOfMap = highestShard(map);
  if (shardsOfMap < shards) {
    throw new ShardError(
      `The map has ${shardsOfMap} shards, but CLICKHOUSE_SHARDS has ${shards}. Leave out the new ones, or add them to the map: tallyhouse reshard plan says how.`,
    );
  }
  if (shardsOfMap > shards) {
    throw new ShardError(
      `The map has ${shardsOfMap} shards, but CLICKHOUSE_SHARDS has ${shards}. Name all of them, in the order of their first start.`,
    );
  }
  const mapped = new Set(map.map(({ partition }) => partition)).size;
  if (partitions === undefined || mapped === partitions) return;
  throw new ShardError(
    mapped < partitions
      ? `The topic has ${partitions} partitions, but the map has ${mapped}. Use a topic with ${mapped} partitions (KAFKA_TOPIC), or add the others to the map: tallyhouse reshard plan says how.`
      : `The topic has ${partitions} partitions, but the map has ${mapped}. Use a topic with ${mapped} partitions (KAFKA_TOPIC); if tallyhouse reshard run was interrupted, run it again.`,
  );
}

/** Two processes that start at once must write the same map. */
function clusterOf(states: readonly ShardState[]): string {
  const digest = createHash('sha256')
    .update(states.map(({ tableId }) => tableId).join())
    .digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
}
