import { IANAZone } from 'luxon';
import { bucketStarts } from './buckets.ts';
import { clockOf } from './clock.ts';
import { createOffsets, offsetReader } from './offsets.ts';

const hour = 3_600_000;
const day = 24 * hour;
const zones = Intl.supportedValuesOf('timeZone');

/** Zones in which clocks were or will be set for a few weeks only, and zones with unusual offsets. */
const unusual = [
  'Africa/Cairo',
  'Africa/Casablanca',
  'Africa/El_Aaiun',
  'Africa/Monrovia',
  'America/Argentina/Tucuman',
  'America/Recife',
  'America/St_Johns',
  'Antarctica/Casey',
  'Antarctica/Troll',
  'Asia/Gaza',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Pacific/Kwajalein',
];

/** Reads the offset of every moment from the runtime, and finds by bisection when clocks were set. */
function slowClock(name: string) {
  const zone = IANAZone.create(name);
  const ahead = (at: number) => Math.round(zone.offset(at) * 60_000);
  return {
    ahead,
    setBetween(from: number, to: number): number | undefined {
      const before = ahead(from);
      if (ahead(to) === before) return undefined;
      let [last, first] = [from, to];
      while (first - last > 1) {
        const middle = Math.floor((last + first) / 2);
        if (ahead(middle) === before) last = middle;
        else first = middle;
      }
      return first;
    },
  };
}

/** Clocks are set at most once in this time. */
const step = 3 * day;

const random = (from: number, to: number) => from + Math.floor(Math.random() * (to - from));

test.each([
  ...zones.map((zone) => [zone, random(1970, 2200), 1] as const),
  // The decades with most changes.
  ...unusual.flatMap((zone) => [[zone, 1970, 3] as const, [zone, random(1990, 2090), 4] as const]),
])("%s in %d and %d years: each moment has the runtime's offset", (zone, year, years) => {
  const [clock, slow] = [clockOf(zone), slowClock(zone)];
  const differing: string[] = [];
  const expectSame = (at: number) => {
    if (clock.ahead(at) !== slow.ahead(at)) differing.push(new Date(at).toISOString());
  };
  for (let at = Date.UTC(year, 0); at < Date.UTC(year + years, 0); at += step) {
    expectSame(at + random(0, step));
    const set = slow.setBetween(at, at + step);
    if (clock.setBetween(at, at + step) !== set) differing.push(`set after ${new Date(at).toISOString()}`);
    if (set !== undefined) [set - 1, set, set + 1].forEach(expectSame);
  }
  expect(differing).toEqual([]);
});

test('no zone sets its clocks twice within six days', () => {
  const tried = [...unusual, ...Array.from({ length: 5 }, () => zones[random(0, zones.length)] ?? 'UTC')];
  const shortest = tried.map((zone) => {
    const offsetAt = offsetReader(zone);
    let [offset, setAt, shortest] = [offsetAt(0), Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let at = 0; at < Date.UTC(2100, 0); at += day) {
      const now = offsetAt(at);
      if (now === offset) continue;
      shortest = Math.min(shortest, at - setAt);
      [offset, setAt] = [now, at];
    }
    return { zone, shortest };
  });
  expect(shortest.filter(({ shortest }) => shortest < 7 * day)).toEqual([]);
  // In Gaza, where summer time of 2040 pauses a week after it began.
  expect(Math.min(...shortest.map(({ shortest }) => shortest))).toBe(7 * day);
});

test('a moment outside the cached range has its offset too', () => {
  const [clock, slow] = [clockOf('Europe/Amsterdam'), slowClock('Europe/Amsterdam')];
  for (const at of [Date.UTC(1740, 0), Date.UTC(1900, 5), Date.UTC(1959, 11, 31), Date.UTC(2250, 6)]) {
    expect(clock.ahead(at)).toBe(slow.ahead(at));
  }
});

describe('calls of the runtime', () => {
  /** A clock that counts calls. */
  function counting(zone: string) {
    const offsetAt = offsetReader(zone);
    const counted = { calls: 0 };
    const offsets = createOffsets((moment) => {
      counted.calls++;
      return offsetAt(moment);
    });
    return { counted, offsets };
  }

  test.each([
    // Once per six days, and a dozen times for each of 27 changes.
    ['13 years', Date.UTC(2012, 0), Date.UTC(2025, 0), 1300],
    ['208 days', Date.UTC(2026, 0), Date.UTC(2026, 6, 28), 70],
  ])('%s', (_name, start, end, most) => {
    const { counted, offsets } = counting('America/New_York');
    for (let at = start; at < end; at += 6 * hour) offsets.at(at);
    expect(counted.calls).toBeLessThan(most);
    expect(counted.calls).toBeGreaterThan((end - start) / (7 * day));
    const before = counted.calls;
    for (let at = start; at < end; at += 6 * hour) offsets.at(at);
    expect(counted.calls).toBe(before);
  });

  test('none for more buckets than are allowed', async () => {
    const clock = clockOf('America/New_York');
    const asks = jest.spyOn(clock, 'ahead');
    const [start, end] = [Date.UTC(2016, 0), Date.UTC(2026, 0)];
    await expect(bucketStarts({ start, end }, 'hour', clock)).rejects.toThrow('more than 5000');
    expect(asks).not.toHaveBeenCalled();
    asks.mockRestore();
  });
});

test('only the zones used last are kept', () => {
  const first = clockOf('Europe/Paris');
  expect(clockOf('Europe/Paris')).toBe(first);
  const others = zones.filter((zone) => zone !== 'Europe/Paris').slice(0, 32);
  for (const zone of others.slice(0, 15)) clockOf(zone);
  expect(clockOf('Europe/Paris')).toBe(first);
  for (const zone of others) clockOf(zone);
  expect(clockOf('Europe/Paris')).not.toBe(first);
});
