/**
 * Offsets of a time zone from UTC. The runtime takes about a microsecond per moment: too slow for thousands of buckets. So it is called
 * once for each step of six days, and to find a clock change within a step.
 */

const second = 1000;
const minute = 60 * second;
const quarter = 15 * minute;
const day = 24 * 60 * minute;

/**
 * Clocks are set at most once within a step, so an offset that holds at both ends holds throughout. Since 1970 clocks were set
 * twice within a week minus an hour at the closest: Recife in 2000, and Gaza from 2040 on, where summer time pauses for
 * Ramadan. A test looks for shorter intervals.
 */
const step = 6 * day;

// The times that reports can name, and ten years before. Offsets outside are computed again each time.
const firstStep = Math.floor(Date.UTC(1960, 0) / step) - 1;
const lastStep = Math.ceil(Date.UTC(2201, 0) / step);

/**
 * The offsets of one zone. Moments are milliseconds since 1970, offsets milliseconds.
 * @param offsetAt returns the offset at a moment; may be slow
 */
export function createOffsets(offsetAt: (moment: number) => number) {
  const atBegin = new Float64Array(lastStep - firstStep + 1).fill(Number.NaN);
  const changes = new Map<number, number>();

  function begin(number: number): number {
    const known = atBegin[number - firstStep] ?? Number.NaN;
    if (!Number.isNaN(known)) return known;
    const offset = offsetAt(number * step);
    atBegin[number - firstStep] = offset; // outside the array this does nothing
    return offset;
  }

  function change(number: number): number | undefined {
    if (begin(number) === begin(number + 1)) return undefined;
    const known = changes.get(number);
    if (known !== undefined) return known;
    const found = findChange(number * step, (number + 1) * step, begin(number));
    changes.set(number, found);
    return found;
  }

  function findChange(from: number, to: number, before: number): number {
    const isBefore = (moment: number) => offsetAt(moment) === before;
    const found = bisect(from, to, quarter, isBefore);
    // Almost always a multiple of a quarter of an hour.
    return isBefore(found - second) ? found : bisect(found - quarter, found, second, isBefore);
  }

  return {
    at(moment: number): number {
      const number = Math.floor(moment / step);
      const set = change(number);
      return begin(set === undefined || moment < set ? number : number + 1);
    },
    /** The first moment at which clocks are set, after `from` and no later than `to`. */
    setBetween(from: number, to: number): number | undefined {
      for (let number = Math.floor(from / step); number * step < to; number++) {
        const set = change(number);
        if (set !== undefined && set > from) return set <= to ? set : undefined;
      }
      return undefined;
    },
  };
}

/**
 * The first multiple of a unit for which a condition no longer holds.
 * @param from a multiple of the unit for which it holds; for `to` it does not
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
 * Reads offsets from the runtime.
 * @param zone known to the runtime
 */
export function offsetReader(zone: string): (moment: number) => number {
  // The day of the month suffices as the date, because no zone is a day or more from UTC. Fewer fields take less time.
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  return (moment) => {
    // `21, 10:15:00`: read by index, because a regular expression takes half as long again.
    const text = clock.format(moment);
    const [date, hours, minutes, seconds] = [pair(text, 0), pair(text, 4), pair(text, 7), pair(text, 10)];
    const shown = (hours * 60 + minutes) * minute + seconds * second;
    const days = dateOf(moment) === date ? 0 : dateOf(moment + day) === date ? 1 : -1;
    const midnight = (Math.floor(moment / day) + days) * day;
    return midnight + shown - Math.floor(moment / second) * second;
  };
}

const dateOf = (moment: number) => new Date(moment).getUTCDate();

const pair = (text: string, at: number) => text.charCodeAt(at) * 10 + text.charCodeAt(at + 1) - 11 * zero;
const zero = '0'.charCodeAt(0);
