import { cohortLengths } from './cohort-lengths.ts';

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
