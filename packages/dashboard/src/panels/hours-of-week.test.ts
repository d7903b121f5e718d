import { hoursOfWeek, shadesOf } from './hours-of-week.ts';

const rates = { views_per_session: null, bounce_rate: null, avg_session_duration_seconds: null };
const visitors = { unique_visitors: 0, new_visitors: 0, returning_visitors: 0 };
const hour = (bucket: string, pageviews: number, sessions = 0) => {
  return { bucket, pageviews, sessions, ...visitors, ...rates };
};

test('hours add up by the wall clock of their own day, whatever their offset', () => {
  // Before and after clocks are set, and the hour that comes twice on the Sunday between.
  const mondays = [hour('2026-10-19T09:00:00+02:00', 3), hour('2026-10-26T09:00:00+01:00', 4, 2)];
  const sunday = [hour('2026-10-25T02:00:00+02:00', 5), hour('2026-10-25T02:00:00+01:00', 6)];
  const week = hoursOfWeek([...mondays, ...sunday], 'pageviews');
  expect(week.map((hours) => hours.length)).toEqual(Array(7).fill(24));
  expect([week[0]?.[9], week[6]?.[2]]).toEqual([7, 11]);
  expect(week.flat().reduce((sum, count) => sum + count, 0)).toBe(18);
});

test.each([
  // The lightest for the smallest count and the darkest for the largest, and none for zero.
  ['0 90 100 110 120 130 140 150 410', '0 1 2 2 3 4 5 5 6'],
  // The same for equal counts.
  ['1 1 1 2 0', '1 1 1 6 0'],
  ['7 7', '6 6'],
  ['0', '0'],
])('the shades of %s are %s', (text, shades) => {
  const counts = text.split(' ').map(Number);
  expect(counts.map(shadesOf(counts)).join(' ')).toBe(shades);
});

test('shades tell hours apart from each other when one has a hundred times as many', () => {
  const shadeOf = shadesOf([...Array.from({ length: 24 }, (_, hour) => 10 + hour), 3000]);
  expect(new Set([10, 14, 19, 24, 29, 3000].map(shadeOf)).size).toBe(6);
});
