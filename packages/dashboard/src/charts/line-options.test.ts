import { scaleOf } from './line-options.ts';

test.each([
  [3, 381, 0, 400],
  [0, 4, 0, 4],
  [0, 0, 0, 1],
  // Refunds, and nothing but refunds.
  [-5, 381, -6, 400],
  [-208, 0, -240, 0],
  [-208, -10, -240, 0],
])('the scale of %d to %d is from %d to %d', (least, most, bottom, top) => {
  expect(scaleOf(least, most)).toEqual([bottom, top]);
});
