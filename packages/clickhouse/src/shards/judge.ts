/** Whether servers are the shards that the settings say. Nothing is written before that is known. */
import { createHash } from 'node:crypto';
import { firstMap, type MapEntry, textOf } from './shard-map.ts';
import { noId, type ShardState } from './state.ts';

/** The shards are not what the settings say; the message names what is wrong and the remedy. */
export class ShardError extends Error {
  override name = 'ShardError';
}

/** What the shards should be. */
export interface Expected {
  /** How many CLICKHOUSE_SHARDS names. */
  shards: number;
  /** How many partitions the log's topic has; undefined when it is not known. */
  partitions: number | undefined;
  /** Before migrations, which may differ then. */
  migrating?: boolean;
}

export type Verdict =
  /** They are a cluster, whose map this is. */
  | { kind: 'ready'; map: MapEntry[] }
  /** They are not used yet, or writing the map was interrupted; these rows are to be written on each. */
  | { kind: 'new'; cluster: string; map: MapEntry[] };

/**
 * Compares what the shards hold with the settings and with each other.
 * @param states of those that can be reached, one at least, in their order
 * @throws ShardError
 */
export function judge(
  states: readonly ShardState[],
  { shards, partitions, migrating = false }: Expected,
): Verdict {
  refuseSameServer(states);
  if (!migrating) refuseOtherMigrations(states);
  const known = states.filter(({ identities }) => identities.length > 0);
  refuseOtherPlaces(known);
  refuseOtherMaps(known);
  const [first] = known;
  if (first !== undefined) refuseOtherSize(first.map, { shards, partitions });

  const unknown = states.find(({ identities }) => identities.length === 0);
  if (first !== undefined && unknown === undefined) return { kind: 'ready', map: first.map };

  const used = states.find(({ hasPings }) => hasPings);
  if (used !== undefined && unknown !== undefined && first !== undefined) {
    throw new ShardError(
      `${nameOf(unknown)} has lost its tables, or is another server than before. Restore its database from its own backup, or correct CLICKHOUSE_SHARDS.`,
    );
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

export const nameOf = ({ number, host }: Pick<ShardState, 'number' | 'host'>) => `Shard ${number} (${host})`;

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

function refuseOtherMigrations(states: readonly ShardState[]): void {
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

/** @throws ShardError when one was another shard before, or of another cluster */
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
    `${nameOf(other)} has another map than ${nameOf(first)}. Restore the table shard_map of the one that was changed.`,
  );
}

function refuseOtherSize(map: readonly MapEntry[], { shards, partitions }: Expected): void {
  const shardsOfMap = Math.max(0, ...map.map(({ shard }) => shard));
  if (shardsOfMap < shards) {
    throw new ShardError(
      `The map has ${shardsOfMap} shards, but CLICKHOUSE_SHARDS has ${shards}. Remove the new ones: shards cannot be added yet.`,
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
    `The topic has ${partitions} partitions, but the map has ${mapped}. Use a topic with ${mapped} partitions (KAFKA_TOPIC): their number cannot be changed yet.`,
  );
}

/** Two processes that start at once must write the same. */
function clusterOf(states: readonly ShardState[]): string {
  const digest = createHash('sha256')
    .update(states.map(({ tableId }) => tableId).join())
    .digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
}
