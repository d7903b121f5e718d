import { sqlSlot } from '../key-range.ts';

const hour = 3_600_000;
const day = 24 * hour;

/**
 * The days (UTC) and hours in the midst of which a bucket begins, as the query parameters `{parted_days}` and `{parted_hours}`,
 * `Array(DateTime('UTC'))`: there shorter slots have to be added up. Every zone's clocks differ from UTC by whole quarters of
 * an hour in the years that pings are from.
 * @param starts where the buckets begin, milliseconds since 1970; the first begins with the range or before it
 */
export function partedSlots([, ...starts]: readonly number[]) {
  return { parted_days: parted(starts, day), parted_hours: parted(starts, hour) };
}

function parted(starts: readonly number[], length: number): string[] {
  const within = starts.filter((start) => start % length !== 0);
  return [...new Set(within.map((start) => sqlSlot(Math.floor(start / length) * length)))];
}
