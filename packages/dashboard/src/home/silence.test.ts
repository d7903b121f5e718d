import { silenceOf } from './silence.ts';

const hour = 3_600_000;
const now = Date.parse('2026-11-21T10:00:00.000Z');
const hoursAgo = (hours: number) => new Date(now - hours * hour).toISOString();

/** Two days in parts of two hours, with the same count in each. */
const lastDays = (count: number) => ({
  start: now - 48 * hour,
  end: now,
  counts: Array<number>(24).fill(count),
});
const month = (perDay: number) => ({
  start: now - 720 * hour,
  end: now,
  counts: Array<number>(30).fill(perDay),
});

/** Nobody comes between 04:00 and 10:00, which it is now. */
const quietNights = Array.from({ length: 24 }, (_, index) => ([9, 10, 11].includes(index % 12) ? 0 : 500));
const atNight = { start: now - 48 * hour, end: now, counts: quietNights };
const none = lastDays(0);
/** 28 days of 40 pageviews, then none for two days. */
const busy = { ...month(0), counts: [...Array<number>(28).fill(40), 0, 0] };
const over = { ...month(12), start: now - 1440 * hour, end: now - 720 * hour };

test.each([
  ['30 pageviews in the same hours of the days before make a silence', 3, lastDays(20), month(0), true],
  ['fewer do not', 3, lastDays(19), month(0), false],
  ['even a short one', 0.1, lastDays(1000), month(0), true],
  ['a quiet night is the rhythm of a site', 5.9, atNight, month(0), false],
  ['a longer one is not', 6.5, atNight, month(0), true],
  ['after more than a day the mean of the period up to the last ping counts', 48, none, busy, true],
  ['a small mean is no silence', 48, none, month(10), false],
  ['a site that was silent during all of the period is only asleep', 800, none, month(0), false],
  ['so is one that was since it began', 720, none, month(0), false],
  ['for a period that is over its own mean counts', 61, none, over, true],
  ['and not yet', 59, none, over, false],
])('%s', (_, hours, days, period, isSilent) => {
  const found = silenceOf({ last_ping_at: hoursAgo(hours) }, now, days, period);
  expect(found).toBe(isSilent ? hours * hour : undefined);
});

test('a site that never sent is only asleep', () => {
  expect(silenceOf({ last_ping_at: null }, now, lastDays(100), month(100))).toBeUndefined();
});
