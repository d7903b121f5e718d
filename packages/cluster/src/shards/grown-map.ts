import type { MapEntry } from './shard-map.ts';

/**
 * The map with a multiple of its partitions. Existing entries stay. Without a new shard, a new partition belongs to the shard of partition
 * p mod the old number: a session's pings are on one shard in either partition. So partitions may be added at any time. With new shards,
 * each new partition goes to the shard that has the fewest, to a new one in a tie: then each has its share of the sessions that begin after
 * the step.
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

export const highestShard = (map: readonly MapEntry[]) => Math.max(0, ...map.map(({ shard }) => shard));
