/**
 * How far the clocks of a time zone are ahead of UTC. The runtime tells it for one moment in about a microsecond: too slow to
 * ask for each of thousands of buckets. So it is asked once for each six days, and for where in them the clocks were set.
 */

const second = 1000;
const minute = 60 * second;
const quarter = 15 * minute;
const day = 24 * 60 * minute;

/**
 * Within a step clocks are set once at most, so what holds at both of its ends holds between them. Since 1970 nowhere were they
 * set twice within less than a week but an hour: Recife in 2000, Gaza from 2040 on, where summer time pauses for Ramadan. A
 * test looks for shorter times.
 */
const step = 6 * day;

// The times that reports can name, and ten years before them. What lies outside is asked for again each time.
const firstStep = Math.floor(Date.UTC(1960, 0) / step) - 1;
const lastStep = Math.ceil(Date.UTC(2201, 0) / step);

/** Of one zone. Moments are milliseconds since 1970, offsets milliseconds. */
export interface Offsets {
  at(moment: number): number;
  /** When the clocks were set, after `from` and no later than `to`; the first time of several. */
  setBetween(from: number, to: number): number | undefined;
}

/** @param ask the offset at a moment, however long it takes to tell */
export function createOffsets(ask: (moment: number) => number): Offsets {
  const atBegin = new Float64Array(lastStep - firstStep + 1).fill(Number.NaN);
  const changes = new Map<number, number>();

  /** The offset with which a step begins. */
  function begin(number: number): number {
    const known = atBegin[number - firstStep] ?? Number.NaN;
    if (!Number.isNaN(known)) return known;
    const asked = ask(number * step);
    atBegin[number - firstStep] = asked; // outside of the array this does nothing
    return asked;
  }

  /** When the clocks are set within a step, or as it ends. */
  function change(number: number): number | undefined {
    if (begin(number) === begin(number + 1)) return undefined;
    const known = changes.get(number);
    if (known !== undefined) return known;
    const found = findChange(number * step, (number + 1) * step, begin(number));
    changes.set(number, found);
    return found;
  }

  function findChange(from: number, to: number, before: number): number {
    const isBefore = (moment: number) => ask(moment) === before;
    const found = bisect(from, to, quarter, isBefore);
    // Nearly always on a quarter of an hour.
    return isBefore(found - second) ? found : bisect(found - quarter, found, second, isBefore);
  }

  return {
    at(moment) {
      const number = Math.floor(moment / step);
      const set = change(number);
      return begin(set === undefined || moment < set ? number : number + 1);
    },
    setBetween(from, to) {
      for (let number = Math.floor(from / step); number * step < to; number++) {
        const set = change(number);
        if (set !== undefined && set > from) return set <= to ? set : undefined;
      }
      return undefined;
    },
  };
}

/**
 * The first multiple of a unit of which something no longer holds.
 * @param from where it holds, a multiple of the unit as `to` is, where it does not
 */
function bisect(from: number, to: number, unit: number, holds: (at: number) => boolean): number {
  let [last, first] = [from, to];
  while (first - last > unit) {
    const middle = Math.floor((last + first) / 2 / unit) * unit;
    if (holds(middle)) last = middle;
    else first = middle;
  }
  return first;
}

/**
 * Asks the runtime.
 * @param zone that the runtime knows
 */
export function offsetAsker(zone: string): (moment: number) => number {
  // Of the date the day suffices: no zone is a day or more from UTC. Fewer fields take less time.
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (moment) => {
    // `21, 10:15:00`: read by place, as a regular expression takes half as long again.
    const text = clock.format(moment);
    const [date, hours, minutes, seconds] = [pair(text, 0), pair(text, 4), pair(text, 7), pair(text, 10)];
    const shown = (hours * 60 + minutes) * minute + seconds * second;
    const days = dateOf(moment) === date ? 0 : dateOf(moment + day) === date ? 1 : -1;
    const midnight = (Math.floor(moment / day) + days) * day;
    return midnight + shown - Math.floor(moment / second) * second;
  };
}

const dateOf = (moment: number) => new Date(moment).getUTCDate();

/** The number that two digits say. */
const pair = (text: string, at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * zero;
const zero = '0'.charCodeAt(0);
