/** From an offset on, a partition of the log belongs to a shard. */
export interface MapEntry {
  partition: number;
  fromOffset: bigint;
  /** Number of the shard, from 1. */
  shard: number;
}

/** The map of a new cluster: partition p of the log belongs to shard p mod n, from the first offset on. */
export function firstMap(partitions: number, shards: number): MapEntry[] {
  return Array.from({ length: partitions }, (_, partition) => ({
    partition,
    fromOffset: 0n,
    shard: (partition % shards) + 1,
  }));
}

/**
 * The number of the shard that a message belongs to.
 * @throws Error for a partition that is not in the map: it came after the start
 */
export function shardOf(map: readonly MapEntry[], partition: number, offset: bigint): number {
  let found: MapEntry | undefined;
  for (const entry of map) {
    if (entry.partition !== partition || entry.fromOffset > offset) continue;
    if (found === undefined || entry.fromOffset > found.fromOffset) found = entry;
  }
  if (found === undefined) {
    throw new Error(
      `No shard stores offset ${offset} of partition ${partition}: the map that was read at the start does not have it. Start this again, with the CLICKHOUSE_SHARDS of now.`,
    );
  }
  return found.shard;
}

/** The offsets of a partition that belong to a shard. @returns in their order; `end` undefined for the last entry */
export function offsetsOf(
  map: readonly MapEntry[],
  partition: number,
  shard: number,
): { first: bigint; end: bigint | undefined }[] {
  const entries = map
    .filter((entry) => entry.partition === partition)
    .sort((one, other) => Number(one.fromOffset - other.fromOffset));
  return entries.flatMap((entry, index) =>
    entry.shard === shard ? [{ first: entry.fromOffset, end: entries[index + 1]?.fromOffset }] : [],
  );
}

/** The map as text, for comparison. */
export function textOf(map: readonly MapEntry[]): string {
  const lines = map.map(({ partition, fromOffset, shard }) => `${partition}:${fromOffset}:${shard}`);
  return lines.sort().join(' ');
}
