import { keyTarget, scaleOf } from './line-options.ts';

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

test.each([
  ['ArrowLeft', 4, 2],
  ['ArrowLeft', 2, 2],
  ['ArrowRight', 2, 4],
  ['ArrowRight', 5, 5],
  ['Home', 5, 2],
  ['End', 2, 5],
  ['d', 2, undefined],
])('%s leads from point %d to %d of those with numbers', (key, from, to) => {
  expect(keyTarget(key, from, [2, 4, 5])).toBe(to);
});
