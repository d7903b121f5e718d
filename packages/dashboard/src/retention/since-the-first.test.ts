import { sinceTheFirst } from './since-the-first.ts';

const cohorts = (...counts: number[]) => counts.map((visitors) => ({ visitors }));

test('cohorts before the first visitor are left out, and later ones without visitors stay', () => {
  expect(sinceTheFirst(cohorts(0, 0, 3, 0, 2, 0))).toEqual(cohorts(3, 0, 2, 0));
  expect(sinceTheFirst(cohorts(3, 0))).toEqual(cohorts(3, 0));
  expect(sinceTheFirst(cohorts(0, 0))).toEqual([]);
  expect(sinceTheFirst([])).toEqual([]);
});
