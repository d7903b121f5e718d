import type { Bucket } from '../api/reports.ts';
import { localTime } from '../format/buckets.ts';
import type { Granularity } from '../period/period.ts';

/** A position on the chart, with at least one of the two buckets. */
export interface Slot {
  current: Bucket | undefined;
  /** The bucket that it is compared with. */
  compared: Bucket | undefined;
}

const dayMs = 86_400_000;

/**
 * Pairs each bucket with the one that it is compared with, starting with the first of both. Hours are paired by the clock of
 * their day, because days of a clock change have one more or one less; other buckets by number. Either range may be longer.
 */
export function slotsOf(
  buckets: readonly Bucket[],
  compared: readonly Bucket[],
  granularity: Granularity,
): Slot[] {
  const places = granularity === 'hour' ? hourPlaces : countedPlaces;
  const slots = new Map<number, Slot>();
  const slotAt = (place: number) => {
    const slot = slots.get(place) ?? { current: undefined, compared: undefined };
    slots.set(place, slot);
    return slot;
  };
  places(buckets).forEach((place, index) => {
    slotAt(place).current = buckets[index];
  });
  places(compared).forEach((place, index) => {
    slotAt(place).compared = compared[index];
  });
  return [...slots].sort(([a], [b]) => a - b).map(([, slot]) => slot);
}

const countedPlaces = (buckets: readonly Bucket[]) => buckets.map((_, index) => index);

/** Local milliseconds since the midnight before the first bucket. When clocks go back, the repeated hour comes in between. */
function hourPlaces(buckets: readonly Bucket[]): number[] {
  const first = localTime(buckets[0]?.bucket ?? '');
  const midnight = first - (first % dayMs);
  const seen = new Set<number>();
  return buckets.map(({ bucket }) => {
    const place = localTime(bucket) - midnight;
    const free = seen.has(place) ? place + 1 : place;
    seen.add(free);
    return free;
  });
}
