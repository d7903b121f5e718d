import { day } from '../slack.ts';
import { trustedEventDays } from './trusted-events.ts';

const monday = Date.parse('2026-11-16T00:00:00Z');
const range = { start: monday + 1, end: monday + 4 * day };
const days = (entries: Record<number, number>) =>
  new Map(Object.entries(entries).map(([index, at]) => [monday + Number(index) * day, at]));

test('days without events are settled', () => {
  expect(trustedEventDays(new Map(), new Map(), range)).toEqual({
    runs: [{ state: 'settled', from: monday, until: monday + 4 * day }],
    changedSince: undefined,
  });
});

test('a day is settled when its events changed before its watermark, and live otherwise', () => {
  const changes = days({ 0: 10, 1: 10, 2: 10 });
  expect(trustedEventDays(days({ 0: 11, 1: 10 }), changes, range).runs).toEqual([
    { state: 'settled', from: monday, until: monday + day },
    { state: 'live', from: monday + day, until: monday + 3 * day },
    { state: 'settled', from: monday + 3 * day, until: monday + 4 * day },
  ]);
});

test('with more than 20 runs all days from the first stale one to the last are live', () => {
  const every = Array.from({ length: 31 }, (_, index) => index);
  const changes = days(Object.fromEntries(every.map((index) => [index, 10])));
  const watermarks = days(Object.fromEntries(every.map((index) => [index, index % 2 === 0 ? 11 : 9])));
  expect(trustedEventDays(watermarks, changes, { start: monday, end: monday + 31 * day }).runs).toEqual([
    { state: 'settled', from: monday, until: monday + day },
    { state: 'live', from: monday + day, until: monday + 30 * day },
    { state: 'settled', from: monday + 30 * day, until: monday + 31 * day },
  ]);
});
