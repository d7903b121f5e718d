import { compare, mean, percentage } from './arithmetic.ts';

test.each([
  [1, 3, 33.33],
  [2, 3, 66.67],
  [0, 3, 0],
  [3, 3, 100],
  [0, 0, null],
])('%d of %d is %d percent', (part, whole, expected) => {
  expect(percentage(part, whole)).toBe(expected);
});

test('means are rounded to whole numbers or two decimals', () => {
  expect([mean(5, 3, 0), mean(5, 3, 2), mean(0, 0, 2)]).toEqual([2, 1.67, null]);
});

test.each([
  [3, 2, { current: 3, previous: 2, change: 1, growth_rate: 50 }],
  [0, 4, { current: 0, previous: 4, change: -4, growth_rate: -100 }],
  [4, 0, { current: 4, previous: 0, change: 4, growth_rate: null }],
  [null, 4, { current: null, previous: 4, change: null, growth_rate: null }],
  [4, null, { current: 4, previous: null, change: null, growth_rate: null }],
  // The difference of the exact values, not of the rounded ones (33.34).
  [200 / 3, 100 / 3, { current: 66.67, previous: 33.33, change: 33.33, growth_rate: 100 }],
])('%d after %d', (current, previous, expected) => {
  expect(compare(current, previous)).toEqual(expected);
});
