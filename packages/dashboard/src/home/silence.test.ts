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

const silent = (hours: number, days: ReturnType<typeof lastDays>, period = month(0)) =>
  silenceOf({ last_ping_at: hoursAgo(hours) }, now, days, period);

test('30 pageviews in the same hours of the day before make a silence', () => {
  expect(silent(3, lastDays(20))).toBe(3 * hour);
  expect(silent(3, lastDays(19))).toBeUndefined();
  expect(silent(0.1, lastDays(1000))).toBe(0.1 * hour);
});

test('a quiet night is the rhythm of a site', () => {
  // Nobody comes between 04:00 and 10:00, which it is now.
  const counts = Array.from({ length: 24 }, (_, index) => ([9, 10, 11].includes(index % 12) ? 0 : 500));
  const atNight = { start: now - 48 * hour, end: now, counts };
  expect(silent(5.9, atNight)).toBeUndefined();
  expect(silent(6.5, atNight)).toBe(6.5 * hour);
});

test('after more than a day the mean of the period up to the last ping counts', () => {
  // 28 days of 40 pageviews, then none for two days.
  const counts = [...Array<number>(28).fill(40), 0, 0];
  expect(silent(48, lastDays(0), { ...month(0), counts })).toBe(48 * hour);
  expect(silent(48, lastDays(0), month(10))).toBeUndefined();
});

test('a site that was silent during all of the period, or never sent, is only asleep', () => {
  expect(silent(800, lastDays(0))).toBeUndefined();
  expect(silent(720, lastDays(0))).toBeUndefined();
  expect(silenceOf({ last_ping_at: null }, now, lastDays(100), month(100))).toBeUndefined();
});

test('of a period that is over its own mean counts', () => {
  const over = { start: now - 1440 * hour, end: now - 720 * hour, counts: Array<number>(30).fill(12) };
  expect(silent(61, lastDays(0), over)).toBe(61 * hour);
  expect(silent(59, lastDays(0), over)).toBeUndefined();
});
