import { cohortDays, cohortLengths } from './cohort-lengths.ts';

test.each([
  ['2026-11-08', ['day', 'week', 'month']],
  ['2026-10-23', ['week', 'day', 'month']],
  ['2026-09-23', ['week', 'day', 'month']],
  ['2026-09-22', ['week', 'month']],
  ['2025-12-01', ['month', 'week']],
  ['2025-10-05', ['month', 'week']],
  ['2025-10-04', ['month']],
])('from %s to 2026-11-21 cohorts are %j', (first, lengths) => {
  expect(cohortLengths({ first, last: '2026-11-21' })).toEqual(lengths);
});

test.each([
  ['2021-12-15', '2021-12-15'],
  ['2016-12-01', '2021-12-01'],
])('of the days since %s those since %s are shown', (first, shown) => {
  expect(cohortDays({ first, last: '2026-11-21' })).toEqual({ first: shown, last: '2026-11-21' });
});
