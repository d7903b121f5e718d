import { day, hour } from '@tallyhouse/facts';
import { remembered } from '@tallyhouse/service';
import { createOffsets, offsetReader } from './offsets.ts';

export interface Clock {
  /** Offset from UTC, milliseconds; positive east of it. */
  ahead(at: number): number;
  /** The first moment at which clocks are set, after `from` and no later than `to`. */
  setBetween(from: number, to: number): number | undefined;
  /**
   * The moment of a local time, by Temporal's rule `compatible`: of two, the first (midnight in Havana every autumn); for a skipped time,
   * as far after the gap as it is after the gap's start. A midnight is the first moment of its date.
   * @param shown a local time, as though it were UTC
   */
  momentOf(shown: number): number;
  /** Local time with the offset: `2026-11-21T00:00:00+01:00`. */
  iso(at: number): string;
}

/**
 * The clock of a zone that the runtime knows, in its canonical spelling. Callers choose the zone, and each clock takes up to 150 kB for two
 * centuries of changes. Building an evicted one again costs some milliseconds.
 */
export const clockOf = remembered(32, createClock);

function createClock(zone: string): Clock {
  const { at: ahead, setBetween } = createOffsets(offsetReader(zone));

  function momentOf(shown: number): number {
    // No zone is further from UTC, so the moment is between these two.
    const [before, after] = [shown - 15 * hour, shown + 15 * hour];
    const set = setBetween(before, after);
    const early = shown - ahead(before);
    if (set === undefined || early < set) return early;
    const late = shown - ahead(after);
    if (late >= set) return late;
    return shown % day === 0 ? set : early;
  }

  // A zone has few offsets, and reports format thousands of times.
  const written = new Map<number, string>();

  function iso(at: number): string {
    const offset = ahead(at);
    const ending = written.get(offset) ?? write(offset);
    return new Date(at + offset).toISOString().slice(0, 19) + ending;
  }

  function write(offset: number): string {
    const ending = `${offset < 0 ? '-' : '+'}${new Date(Math.abs(offset)).toISOString().slice(11, 16)}`;
    written.set(offset, ending);
    return ending;
  }

  return { ahead, setBetween, momentOf, iso };
}
