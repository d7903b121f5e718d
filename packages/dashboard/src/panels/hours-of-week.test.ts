import { hoursOfWeek } from './hours-of-week.ts';

const rates = { views_per_session: null, bounce_rate: null, avg_session_duration_seconds: null };
const hour = (bucket: string, pageviews: number, sessions = 0) => ({
  bucket,
  pageviews,
  sessions,
  unique_visitors: 0,
  returning_visitors: 0,
  ...rates,
});

test('hours add up by the wall clock of their own day, whatever their offset', () => {
  const week = hoursOfWeek(
    [
      // Mondays before and after clocks are set, and the hour that comes twice on the Sunday between.
      hour('2026-10-19T09:00:00+02:00', 3),
      hour('2026-10-26T09:00:00+01:00', 4, 2),
      hour('2026-10-25T02:00:00+02:00', 5),
      hour('2026-10-25T02:00:00+01:00', 6),
    ],
    'pageviews',
  );
  expect(week.map((hours) => hours.length)).toEqual(Array(7).fill(24));
  expect([week[0]?.[9], week[6]?.[2]]).toEqual([7, 11]);
  expect(week.flat().reduce((sum, count) => sum + count, 0)).toBe(18);
});
