import { IANAZone } from 'luxon';
import { clockOf } from './clock.ts';
import { offsetReader } from './offsets.ts';
import { zones as unusual } from './zones-under-test.ts';

const hour = 3_600_000;
const day = 24 * hour;
const zones = Intl.supportedValuesOf('timeZone');

/** Clocks are set at most once in this time. */
const step = 6 * day;

const random = (from: number, to: number) => from + Math.floor(Math.random() * (to - from));
const iso = (at: number) => new Date(at).toISOString();

/** Reads offsets from the runtime in another way than the clock does. */
function runtimeOffset(name: string): (at: number) => number {
  const zone = IANAZone.create(name);
  return (at) => Math.round(zone.offset(at) * 60_000);
}

/** The moments of some years at which the clock of a zone has another offset than the runtime, or is set at another moment. */
function differing(zone: string, year: number, years: number): string[] {
  const [clock, ahead] = [clockOf(zone), runtimeOffset(zone)];
  const found: string[] = [];
  for (let at = Date.UTC(year, 0); at < Date.UTC(year + years, 0); at += step) {
    const set = clock.setBetween(at, at + step);
    const [before, after] = [ahead(at), ahead(at + step)];
    const [last, first] = set === undefined ? [after, before] : [ahead(set - 1), ahead(set)];
    if (last !== before || first !== after || (set === undefined) !== (before === after))
      found.push(`${zone} set after ${iso(at)}`);
    for (const moment of set === undefined ? [at + random(0, step)] : [set - 1, set, set + 1])
      if (clock.ahead(moment) !== ahead(moment)) found.push(`${zone} at ${iso(moment)}`);
  }
  return found;
}

test("in each zone, each moment of a year has the runtime's offset", () => {
  expect(zones.flatMap((zone) => differing(zone, random(1970, 2200), 1))).toEqual([]);
});

test.each(unusual)('in %s so have those of the decades with most changes', (zone) => {
  expect([...differing(zone, 1970, 3), ...differing(zone, random(1990, 2090), 4)]).toEqual([]);
});

test('no zone sets its clocks twice within six days', () => {
  const some = Array.from({ length: 2 }, () => zones[random(0, zones.length)] ?? 'UTC');
  const tried = ['Asia/Gaza', 'Africa/Cairo', 'Africa/El_Aaiun', 'America/Recife', ...some];
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
  const [clock, ahead] = [clockOf('Europe/Amsterdam'), runtimeOffset('Europe/Amsterdam')];
  for (const at of [Date.UTC(1740, 0), Date.UTC(1900, 5), Date.UTC(1959, 11, 31), Date.UTC(2250, 6)])
    expect(clock.ahead(at)).toBe(ahead(at));
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
