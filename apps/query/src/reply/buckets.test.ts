import fc from 'fast-check';
import { clockOf } from '../time/clock.ts';
import { zones } from '../time/zones-under-test.ts';
import { bucketStarts } from './buckets.ts';

const granularities = ['hour', 'day', 'week', 'month'] as const;

/** The starts of the buckets in an interval, local times with offsets. */
async function starts(by: (typeof granularities)[number], zone: string, interval: string) {
  const [start = 0, end = 0] = interval.split('/').map((time) => Date.parse(`${time}Z`));
  const clock = clockOf(zone);
  return (await bucketStarts({ start, end }, by, clock)).map(clock.iso);
}

test.each([
  // Half an hour that comes twice is a bucket, and a skipped one leaves half an hour.
  ['Australia/Lord_Howe', '2026-04-04T14:30/2026-04-04T15:31', '01:00+11:00 01:30+10:30 02:00+10:30'],
  ['Australia/Lord_Howe', '2026-10-03T15:00/2026-10-03T16:30', '01:00+10:30 02:30+11:00 03:00+11:00'],
  // A period that begins now is one bucket.
  ['Europe/Berlin', '2026-11-21T23:00/2026-11-21T23:00', '00:00+01:00'],
])('hours in %s in %s begin at %s', async (zone, interval, times) => {
  const found = await starts('hour', zone, interval);
  expect(found.map((iso) => iso.slice(11, 16) + iso.slice(19)).join(' ')).toBe(times);
});

test.each([
  // A day begins at the first of two midnights, and after the gap when midnight is skipped; a skipped date has none.
  ['America/Havana', '2026-10-31T12:00/2026-11-02T12:00', '31T00:00-04:00 01T00:00-04:00 02T00:00-05:00'],
  ['Africa/Cairo', '2026-04-23T12:00/2026-04-24T12:00', '23T00:00+02:00 24T01:00+03:00'],
  ['Pacific/Apia', '2011-12-29T12:00/2011-12-31T12:00', '29T00:00-10:00 31T00:00+14:00 01T00:00+14:00'],
  ['Europe/Berlin', '2026-11-21T23:00/2026-11-21T23:00', '22T00:00+01:00'],
])('days in %s in %s begin at %s', async (zone, interval, times) => {
  const found = await starts('day', zone, interval);
  expect(found.map((iso) => iso.slice(8, 16) + iso.slice(19)).join(' ')).toBe(times);
});

test('buckets are adjacent, cover the range and begin at full hours, days, weeks or months', async () => {
  const anything = fc.record({
    zone: fc.constantFrom(...zones),
    by: fc.constantFrom(...granularities),
    start: fc.integer({ min: Date.parse('2009-01-01'), max: Date.parse('2035-01-01') }),
    length: fc.integer({ min: 1, max: 40 * 86_400_000 }),
  });
  await fc.assert(
    fc.asyncProperty(anything, async ({ zone, by, start, length }) => {
      const clock = clockOf(zone);
      const end = start + length;
      const found = await bucketStarts({ start, end }, by, clock);
      expect(found).toEqual([...new Set(found)].sort((a, b) => a - b));
      expect(found[0]).toBeLessThanOrEqual(start);
      expect(found[1] ?? end).toBeGreaterThan(start);
      expect(found.at(-1)).toBeLessThan(end);
      const misplaced = found.filter((at) => {
        const local = new Date(at + clock.ahead(at));
        // Where clocks were just set, a bucket begins at another local time.
        const justSet = clock.setBetween(at - 1, at) !== undefined;
        const begins = (by === 'hour' ? /:00:00\.000Z$/ : /T00:00:00\.000Z$/).test(local.toISOString());
        if (by === 'week' && local.getUTCDay() !== 1) return true;
        if (by === 'month' && local.getUTCDate() !== 1) return true;
        return !(justSet || begins);
      });
      expect(misplaced).toEqual([]);
    }),
  );
});

test('no offset is read for more buckets than are allowed', async () => {
  const read = () => {
    throw new Error('must not be read');
  };
  const clock = { ahead: read, setBetween: read, momentOf: read, iso: read };
  const years = { start: Date.UTC(2016, 0), end: Date.UTC(2026, 0) };
  await expect(bucketStarts(years, 'hour', clock)).rejects.toThrow('more than 5000');
});
