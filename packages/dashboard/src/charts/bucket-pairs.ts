import type { Bucket, Granularity } from '../api/reports.ts';
import { localTime } from '../format/buckets.ts';

/** A position on the chart. Most have at least one of the two buckets. */
export interface BucketPair {
  current: Bucket | undefined;
  compared: Bucket | undefined;
  /** The start of a bucket without numbers: in the future, or before the first data of the site. */
  blank?: string;
  /** Whether nothing arrived in the current bucket although much was expected. */
  isGap?: boolean;
}

const dayMs = 86_400_000;

/**
 * Pairs each bucket with the one that it is compared with, starting with the first of both. Hours are paired by the clock of
 * their day, because days of a clock change have one more or one less; other buckets by number. Either range may be longer.
 */
export function pairsOf(
  buckets: readonly Bucket[],
  compared: readonly Bucket[],
  granularity: Granularity,
): BucketPair[] {
  const positions = granularity === 'hour' ? hourPositions : countedPositions;
  const [own, other] = [positions(buckets), positions(compared)];
  // By the clock the first hours of both may be on either side of midnight.
  const apart = Math.round(((other[0] ?? 0) - (own[0] ?? 0)) / dayMs) * dayMs;
  const pairs = new Map<number, BucketPair>();
  const pairAt = (position: number) => {
    const pair = pairs.get(position) ?? { current: undefined, compared: undefined };
    pairs.set(position, pair);
    return pair;
  };
  own.forEach((position, index) => {
    pairAt(position).current = buckets[index];
  });
  other.forEach((position, index) => {
    pairAt(position - apart).compared = compared[index];
  });
  return [...pairs].sort(([a], [b]) => a - b).map(([, pair]) => pair);
}

/** Removes the numbers of buckets that begin in the future, or end before the first data. */
export function withBlanks(
  pairs: readonly BucketPair[],
  { now, first = Number.NEGATIVE_INFINITY }: { now: number; first: number | undefined },
): BucketPair[] {
  const startOf = (bucket: Bucket | undefined) => bucket && Date.parse(bucket.bucket);
  return pairs.map((pair, index) => {
    const { current } = pair;
    const hasData = (side: 'current' | 'compared') => {
      const start = startOf(pair[side]);
      const end = startOf(pairs[index + 1]?.[side]) ?? Number.POSITIVE_INFINITY;
      return start !== undefined && start <= now && end > first;
    };
    return {
      current: hasData('current') ? current : undefined,
      compared: hasData('compared') ? pair.compared : undefined,
      ...(current && !hasData('current') && { blank: current.bucket }),
    };
  });
}

const countedPositions = (buckets: readonly Bucket[]) => buckets.map((_, index) => index);

/** Local milliseconds. When clocks go back, the repeated hour comes in between. */
function hourPositions(buckets: readonly Bucket[]): number[] {
  const seen = new Set<number>();
  return buckets.map(({ bucket }) => {
    const position = localTime(bucket);
    const free = seen.has(position) ? position + 1 : position;
    seen.add(free);
    return free;
  });
}
