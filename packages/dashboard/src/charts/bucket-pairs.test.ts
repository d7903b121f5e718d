import type { Bucket } from '../api/reports.ts';
import { pairsOf, withBlanks } from './bucket-pairs.ts';

const visitors = { unique_visitors: 0, new_visitors: 0, returning_visitors: 0 };
const rates = { views_per_session: null, bounce_rate: null, avg_session_duration_seconds: null };
const bucket = (name: string): Bucket => ({ bucket: name, pageviews: 0, sessions: 0, ...visitors, ...rates });
const two = (number: number) => String(number).padStart(2, '0');
const count = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index);
const hours = (day: string, offset: string, ...list: number[]) =>
  list.map((hour) => bucket(`${day}T${two(hour)}:00:00${offset}`));
const days = (month: string, number: number) =>
  count(1, number + 1).map((day) => bucket(`${month}-${two(day)}T00:00:00+00:00`));

/** Pairs, each as the parts of both names selected by `part`. */
const pairs = (pairs: ReturnType<typeof pairsOf>, ...part: [number, number]) =>
  pairs.map(({ current, compared }) =>
    [current, compared].map((bucket) => bucket?.bucket.slice(...part) ?? 'none').join(' '),
  );

test('pairs buckets from the first on, and a longer month continues alone', () => {
  const dates = pairs(pairsOf(days('2026-03', 31), days('2026-02', 28), 'day'), 5, 10);
  expect(dates).toHaveLength(31);
  expect([dates[0], dates[27], dates[28]]).toEqual(['03-01 02-01', '03-28 02-28', '03-29 none']);
  const other = pairs(pairsOf(days('2026-02', 28), days('2026-01', 31), 'day'), 5, 10);
  expect(other.at(-1)).toBe('none 01-31');
});

test('on a day of 23 hours each hour is paired with the same hour of the other day', () => {
  const short = [...hours('2026-03-29', '+01:00', 0, 1), ...hours('2026-03-29', '+02:00', ...count(3, 24))];
  const whole = hours('2026-03-28', '+01:00', ...count(0, 24));
  const found = pairs(pairsOf(short, whole, 'hour'), 11, 13);
  expect(found).toHaveLength(24);
  expect([...found.slice(1, 4), found.at(-1)]).toEqual(['01 01', 'none 02', '03 03', '23 23']);
  expect(pairs(pairsOf(whole, short, 'hour'), 11, 13)[2]).toBe('02 none');
});

test('on a day of 25 hours the second of two equal hours is alone', () => {
  const long = [...hours('2026-10-25', '+02:00', 0, 1, 2), ...hours('2026-10-25', '+01:00', ...count(2, 24))];
  const whole = hours('2026-10-24', '+02:00', ...count(0, 24));
  const found = pairs(pairsOf(long, whole, 'hour'), 11, 13);
  expect(found).toHaveLength(25);
  expect([...found.slice(2, 5), found.at(-1)]).toEqual(['02 02', '02 none', '03 03', '23 23']);
});

test('hours that begin in the middle of a day continue into the next', () => {
  const current = [...hours('2026-11-20', '+00:00', 22, 23), ...hours('2026-11-21', '+00:00', 0, 1)];
  const before = [...hours('2026-11-19', '+00:00', 22, 23), ...hours('2026-11-20', '+00:00', 0, 1)];
  const found = pairs(pairsOf(current, before, 'hour'), 8, 13);
  expect(found).toEqual(['20T22 19T22', '20T23 19T23', '21T00 20T00', '21T01 20T01']);
});

test('a day and its hours before a clock change begin on either side of midnight, and are paired from the first on', () => {
  const after = [...hours('2026-03-30', '+02:00', ...count(0, 24)), ...hours('2026-03-31', '+02:00', 0)];
  const before = [
    ...hours('2026-03-28', '+01:00', 23),
    ...hours('2026-03-29', '+01:00', 0, 1),
    ...hours('2026-03-29', '+02:00', ...count(3, 24)),
    ...hours('2026-03-30', '+02:00', 0),
  ];
  const found = pairs(pairsOf(after, before, 'hour'), 8, 13);
  expect(found).toHaveLength(26);
  expect(found.slice(0, 5)).toEqual([
    'none 28T23',
    '30T00 29T00',
    '30T01 29T01',
    '30T02 none',
    '30T03 29T03',
  ]);
  expect(found.at(-1)).toBe('31T00 30T00');
});

test('without a comparison there are only the buckets of the period', () => {
  const [current] = days('2026-02', 1);
  expect(pairsOf(days('2026-02', 1), [], 'day')).toEqual([{ current, compared: undefined }]);
  expect(pairsOf([], [], 'hour')).toEqual([]);
});

test('what is still to come and what is before the first data has a place and no numbers', () => {
  const paired = pairsOf(days('2026-03', 4), days('2026-02', 4), 'day');
  const limits = { now: Date.parse('2026-03-03T12:00Z'), first: Date.parse('2026-02-03T00:00Z') };
  const blanked = withBlanks(paired, limits);
  expect(pairs(blanked, 5, 10)).toEqual(['03-01 none', '03-02 none', '03-03 02-03', 'none 02-04']);
  expect(blanked.at(-1)?.blank).toBe('2026-03-04T00:00:00+00:00');
  expect(withBlanks(paired, { ...limits, first: undefined }).at(0)).toEqual(paired[0]);
});
