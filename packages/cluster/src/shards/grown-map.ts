import type { MapEntry } from './shard-map.ts';

/**
 * The map with more partitions, a multiple of those that it has. What it says of them stays.
 *
 * Without a new shard, a new partition belongs to the shard of partition p mod the old number: whichever of the two a session's pings are
 * in, they are on one shard. So partitions may be added at any time. With new shards, each new partition goes to the shard that has the
 * fewest, a new one among equals: then each has its share of the sessions that begin after the step.
 */
export function grownMap(map: readonly MapEntry[], partitions: number, shards: number): MapEntry[] {
  const before = map.length;
  const known = highestShard(map);
  const grown = [...map];
  const counts = Array.from(
    { length: shards },
    (_, index) => map.filter(({ shard }) => shard === index + 1).length,
  );
  for (let partition = before; partition < partitions; partition++) {
    const inherited = map.find((entry) => entry.partition === partition % before)?.shard;
    const shard =
      shards > known || inherited === undefined ? counts.lastIndexOf(Math.min(...counts)) + 1 : inherited;
    counts[shard - 1] = (counts[shard - 1] ?? 0) + 1;
    grown.push({ partition, fromOffset: 0n, shard });
  }
  return grown;
}

/** The number of shards of a map. */
export const highestShard = (map: readonly MapEntry[]) => Math.max(0, ...map.map(({ shard }) => shard));
