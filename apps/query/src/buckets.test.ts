import fc from 'fast-check';
import { bucketStarts } from './buckets.ts';
import { clockOf } from './clock.ts';
import { zones } from './zones-under-test.ts';

const granularities = ['hour', 'day', 'week', 'month'] as const;

async function starts(by: (typeof granularities)[number], zone: string, from: string, to: string) {
  const clock = clockOf(zone);
  const range = { start: Date.parse(`${from}Z`), end: Date.parse(`${to}Z`) };
  return (await bucketStarts(range, by, clock)).map(clock.iso);
}

test('half an hour that comes twice is a bucket, and a skipped one leaves half an hour', async () => {
  expect(await starts('hour', 'Australia/Lord_Howe', '2026-04-04T14:30', '2026-04-04T15:31')).toEqual([
    '2026-04-05T01:00:00+11:00',
    '2026-04-05T01:30:00+10:30',
    '2026-04-05T02:00:00+10:30',
  ]);
  expect(await starts('hour', 'Australia/Lord_Howe', '2026-10-03T15:00', '2026-10-03T16:30')).toEqual([
    '2026-10-04T01:00:00+10:30',
    '2026-10-04T02:30:00+11:00',
    '2026-10-04T03:00:00+11:00',
  ]);
});

test('a day begins at the first of two midnights, after the gap when midnight is skipped, or is skipped', async () => {
  expect(await starts('day', 'America/Havana', '2026-10-31T12:00', '2026-11-02T12:00')).toEqual([
    '2026-10-31T00:00:00-04:00',
    '2026-11-01T00:00:00-04:00',
    '2026-11-02T00:00:00-05:00',
  ]);
  expect(await starts('day', 'Africa/Cairo', '2026-04-23T12:00', '2026-04-24T12:00')).toEqual([
    '2026-04-23T00:00:00+02:00',
    '2026-04-24T01:00:00+03:00',
  ]);
  expect(await starts('day', 'Pacific/Apia', '2011-12-29T12:00', '2011-12-31T12:00')).toEqual([
    '2011-12-29T00:00:00-10:00',
    '2011-12-31T00:00:00+14:00',
    '2012-01-01T00:00:00+14:00',
  ]);
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
        const isFirst = {
          hour: true,
          day: true,
          week: local.getUTCDay() === 1,
          month: local.getUTCDate() === 1,
        };
        return !(justSet || begins) || !isFirst[by];
      });
      expect(misplaced).toEqual([]);
    }),
  );
});

test('more than 5,000 buckets are too many', async () => {
  expect(await starts('hour', 'UTC', '2026-01-01T00:00', '2026-07-28T08:00')).toHaveLength(5000);
  await expect(starts('hour', 'UTC', '2026-01-01T00:00', '2026-07-28T08:00:01')).rejects.toThrow(
    'more than 5000',
  );
});

test('no offset is read for more buckets than are allowed', async () => {
  const [start, end] = [Date.UTC(2016, 0), Date.UTC(2026, 0)];
  const read = () => {
    throw new Error('must not be read');
  };
  const clock = { ahead: read, setBetween: read, firstShowing: read, iso: read };
  await expect(bucketStarts({ start, end }, 'hour', clock)).rejects.toThrow('more than 5000');
});
