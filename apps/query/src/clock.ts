import { IANAZone } from 'luxon';

const minute = 60_000;
const hour = 60 * minute;

/** The clocks on the walls of a time zone. Moments are milliseconds since 1970. */
export interface Clock {
  /** How far they are ahead of UTC, milliseconds. */
  ahead(at: number): number;
  /** When they were set, after `from` and no later than `to`; undefined if both have the same offset. */
  setBetween(from: number, to: number): number | undefined;
  /**
   * The first moment at which they show this time or a later one; with a midnight, the first moment of a date.
   * @param shown a local time, as though it were UTC
   */
  firstShowing(shown: number): number;
  /** What they show, with the offset: `2026-11-21T00:00:00+01:00`. */
  iso(at: number): string;
}

/** @param name of a zone that the runtime knows */
export function clockOf(name: string): Clock {
  const zone = IANAZone.create(name);
  const ahead = (at: number) => Math.round(zone.offset(at) * minute);

  function setBetween(from: number, to: number): number | undefined {
    const before = ahead(from);
    if (ahead(to) === before) return undefined;
    let [last, first] = [from, to];
    while (first - last > 1) {
      const middle = Math.floor((last + first) / 2);
      if (ahead(middle) === before) last = middle;
      else first = middle;
    }
    return first;
  }

  /** A time that is skipped gives the end of the gap; of one that comes twice (midnight in Havana every autumn), the first. */
  function firstShowing(shown: number): number {
    // No zone is further from UTC, so the time comes between the two.
    const [before, after] = [shown - 15 * hour, shown + 15 * hour];
    const set = setBetween(before, after);
    const early = shown - ahead(before);
    if (set === undefined || early < set) return early;
    return Math.max(set, shown - ahead(after));
  }

  function iso(at: number): string {
    const offset = ahead(at);
    const shown = new Date(at + offset).toISOString().slice(0, 19);
    return `${shown}${offset < 0 ? '-' : '+'}${new Date(Math.abs(offset)).toISOString().slice(11, 16)}`;
  }

  return { ahead, setBetween, firstShowing, iso };
}
