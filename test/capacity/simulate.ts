import fc from 'fast-check';
import { partitionOfKey } from '../../packages/log/src/partition.ts';

interface Spread {
  /** Pings of the fullest partition, as a multiple of the mean. */
  partition: number;
  /** Pings of the fullest shard, as a multiple of the mean. */
  shard: number;
  /** The same of the pings of the largest site alone. */
  largestSite: number;
}

const sites = 200;
/** One in so many sessions is of a crawler that runs scripts. */
const crawlerEvery = 10_000;

interface Session {
  id: string;
  site: number;
  pings: number;
}

/** Sessions of sites of which each is half, a third, a fourth ... as large as the largest; some sessions have hundreds of pings. */
export function sessionsOf(count: number): Session[] {
  const ids = fc.sample(fc.uuid({ version: 7 }), { numRuns: count, seed: 1 });
  const weights = Array.from({ length: sites }, (_, rank) => 1 / (rank + 1));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const random = generator(7);
  return ids.map((id, index) => {
    let left = random() * total;
    const site = weights.findIndex((weight) => {
      left -= weight;
      return left <= 0;
    });
    // Each page view is followed by another with a chance of one half; a view takes two pings.
    const views = index % crawlerEvery === 0 ? 250 : 1 + Math.floor(Math.log2(1 / (1 - random())));
    return { id, site, pings: 2 * views };
  });
}

/** Where the pings of the sessions lie. Partition p belongs to shard p mod n. */
export function spread(sessions: readonly Session[], partitions: number, shards: number): Spread {
  const [ofPartition, ofShard, ofLargest] = [zeros(partitions), zeros(shards), zeros(shards)];
  for (const { id, site, pings } of sessions) {
    const partition = partitionOfKey(id, partitions);
    const shard = partition % shards;
    add(ofPartition, partition, pings);
    add(ofShard, shard, pings);
    if (site === 0) add(ofLargest, shard, pings);
  }
  return { partition: fullest(ofPartition), shard: fullest(ofShard), largestSite: fullest(ofLargest) };
}

interface Away {
  awayMinutes: number;
  /** The share of what a shard can store that the busiest minute takes. */
  use: number;
  peak: number;
}

/**
 * A shard is away from the busiest minute of the day on, and comes back. The rate is a sine over the day, up to the peak.
 * @returns how long its pings are late after that, minutes
 */
export function minutesToCatchUp({ awayMinutes, use, peak }: Away): number {
  // With a mean of 1, from 2 - peak at night (or nothing) to the peak at noon.
  const rateAt = (minute: number) => Math.max(0, 1 + (peak - 1) * Math.cos((2 * Math.PI * minute) / 1440));
  const most = peak / use;
  let backlog = 0;
  for (let minute = 0; minute < awayMinutes; minute++) backlog += rateAt(minute);
  let minutes = 0;
  while (backlog > 0) {
    backlog += rateAt(awayMinutes + minutes) - most;
    minutes++;
  }
  return minutes;
}

const zeros = (length: number) => Array.from({ length }, () => 0);

function add(counts: number[], index: number, pings: number): void {
  counts[index] = (counts[index] ?? 0) + pings;
}

const fullest = (counts: readonly number[]) =>
  Math.max(...counts) / (counts.reduce((sum, count) => sum + count, 0) / counts.length);

/** Numbers from 0 to 1, the same ones for a seed: a linear congruential generator. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
