import { Recent } from '@tallyhouse/service';
import { createOffsets, offsetAsker } from './offsets.ts';

const hour = 3_600_000;

/** The clocks on the walls of a time zone. Moments are milliseconds since 1970. */
export interface Clock {
  /** How far they are ahead of UTC, milliseconds. */
  ahead(at: number): number;
  /** When they were set, after `from` and no later than `to`; the first time of several. */
  setBetween(from: number, to: number): number | undefined;
  /**
   * The first moment at which they show this time or a later one; with a midnight, the first moment of a date.
   * @param shown a local time, as though it were UTC
   */
  firstShowing(shown: number): number;
  /** What they show, with the offset: `2026-11-21T00:00:00+01:00`. */
  iso(at: number): string;
}

/**
 * The zones of the latest requests. Callers choose the zone, and each takes up to 150 kB: what it knows of two centuries. One that
 * is dropped costs its next request some milliseconds.
 */
const clocks = new Recent<Clock>(32);

/** @param zone that the runtime knows, in its canonical spelling */
export function clockOf(zone: string): Clock {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const clock = createClock(zone);
  clocks.set(zone, clock);
  return clock;
}

function createClock(zone: string): Clock {
  const { at: ahead, setBetween } = createOffsets(offsetAsker(zone));

  /** A time that is skipped gives the end of the gap; of one that comes twice (midnight in Havana every autumn), the first. */
  function firstShowing(shown: number): number {
    // No zone is further from UTC, so the time comes between the two.
    const [before, after] = [shown - 15 * hour, shown + 15 * hour];
    const set = setBetween(before, after);
    const early = shown - ahead(before);
    if (set === undefined || early < set) return early;
    return Math.max(set, shown - ahead(after));
  }

  // A zone has few offsets, and reports write thousands of times.
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

  return { ahead, setBetween, firstShowing, iso };
}
