import { day } from '../slack.ts';
import type { DayState } from './trusted-days.ts';
import { trustedEventDays } from './trusted-events.ts';

const monday = Date.parse('2026-11-16T00:00:00Z');
const range = { start: monday + 1, end: monday + 4 * day };
const days = (entries: Record<number, number>) =>
  new Map(Object.entries(entries).map(([index, at]) => [monday + Number(index) * day, at]));
const run = (state: DayState, from: number, until: number) => ({
  state,
  from: monday + from * day,
  until: monday + until * day,
});

test('days without events are settled', () => {
  const settled = { runs: [run('settled', 0, 4)], changedSince: undefined };
  expect(trustedEventDays(new Map(), new Map(), range)).toEqual(settled);
});

test('a day is settled when its events changed before its watermark, and live otherwise', () => {
  const changes = days({ 0: 10, 1: 10, 2: 10 });
  const { runs } = trustedEventDays(days({ 0: 11, 1: 10 }), changes, range);
  expect(runs).toEqual([run('settled', 0, 1), run('live', 1, 3), run('settled', 3, 4)]);
});

test('with more than 20 runs all days from the first stale one to the last are live', () => {
  const every = Array.from({ length: 31 }, (_, index) => index);
  const changes = days(Object.fromEntries(every.map((index) => [index, 10])));
  const watermarks = days(Object.fromEntries(every.map((index) => [index, index % 2 === 0 ? 11 : 9])));
  const { runs } = trustedEventDays(watermarks, changes, { start: monday, end: monday + 31 * day });
  expect(runs).toEqual([run('settled', 0, 1), run('live', 1, 30), run('settled', 30, 31)]);
});
