import { firstMap } from './shard-map.ts';
import type { ShardState } from './state.ts';

export const cluster = '7f1e9a52-0000-4000-8000-000000000001';
export const partitions = 4;

/** A shard of a cluster of two that stores pings, with changes for a test. */
export function shard(number: number, other: Partial<ShardState> = {}): ShardState {
  return {
    number,
    host: `${'abc'[number - 1]}:8123`,
    tableId: `table-${number}`,
    migrations: ['0001_pings x', '0040_shard_map y'],
    identities: [{ cluster, shard: number }],
    map: firstMap(partitions, 2),
    hasPings: true,
    isReplicated: false,
    macros: { shard: '', replica: '' },
    ...other,
  };
}

/** One that was never started. */
export const fresh = (number: number, other: Partial<ShardState> = {}) =>
  shard(number, { identities: [], map: [], hasPings: false, ...other });
