import { averages, returnsOf } from './complete.ts';

const cohort = (cohort: string, visitors: number, ...returned: number[]) => ({ cohort, visitors, returned });

test.each([
  ['day', '2026-11-20'],
  ['week', '2026-11-09'],
  ['month', '2026-10-01'],
] as const)('what returned until the end of the period in the last %s is incomplete', (length, day) => {
  const { returned } = returnsOf(cohort(day, 4, 4, 1), length, '2026-11-21');
  expect(returned.map(({ isComplete }) => isComplete)).toEqual([true, false]);
});

test('averages are those of all visitors together, without what is incomplete', () => {
  const ended = [cohort('2026-11-02', 100, 100, 20, 5), cohort('2026-11-09', 300, 300, 20)];
  const weeks = [...ended, cohort('2026-11-16', 9, 9)];
  const shares = averages(weeks.map((one) => returnsOf(one, 'week', '2026-11-18')));
  expect(shares).toEqual([1, 0.2, undefined]);
  expect(averages([])).toEqual([]);
});
