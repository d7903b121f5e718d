import { silenceOf } from './silence.ts';

const hour = 3_600_000;
const now = Date.parse('2026-11-21T10:00:00.000Z');

/** Pageviews in equal parts of the last hours. */
const last = (hours: number, counts: number[]) => ({ start: now - hours * hour, end: now, counts });
/** Two days in parts of two hours, and a month in days, with the same count in each. */
const twoDays = (count: number) => last(48, Array<number>(24).fill(count));
const month = (count: number) => last(720, Array<number>(30).fill(count));

/** No visits from 04:00 until now, 10:00. */
const night = [...Array<number>(9).fill(500), 0, 0, 0];
const quietNights = last(48, [...night, ...night]);
const none = twoDays(0);
/** 28 days of 40 pageviews, then none for two days. */
const busy = last(720, [...Array<number>(28).fill(40), 0, 0]);
const over = { ...month(12), start: now - 1440 * hour, end: now - 720 * hour };

test.each([
  ['30 pageviews in the same hours of the days before make a silence', 3, twoDays(20), month(0), true],
  ['fewer make none', 3, twoDays(19), month(0), false],
  ['many make a short one', 0.1, twoDays(1000), month(0), true],
  ['a quiet night is the rhythm of a site', 5.9, quietNights, month(0), false],
  ['a night that does not end is a silence', 6.5, quietNights, month(0), true],
  ['after more than a day the mean of the period up to the last ping counts', 48, none, busy, true],
  ['with a small mean two days are no silence', 48, none, month(10), false],
  ['a site that was silent during all of the period is only asleep', 800, none, month(0), false],
  ['one that was silent since its begin is only asleep', 720, none, month(0), false],
  ['for a period that is over its own mean counts', 61, none, over, true],
  ['by that mean a shorter time is no silence', 59, none, over, false],
  ['a site that never sent is only asleep', undefined, twoDays(100), month(100), false],
])('%s', (_, hours, days, period, isSilent) => {
  const last_ping_at = hours === undefined ? null : new Date(now - hours * hour).toISOString();
  const found = silenceOf({ last_ping_at }, now, days, period);
  expect(found).toBe(isSilent ? (hours ?? 0) * hour : undefined);
});
