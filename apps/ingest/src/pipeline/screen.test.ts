import { screenOf } from './screen.ts';

test.each([
  [0, ''],
  [1, 'xs'],
  [575, 'xs'],
  [576, 'sm'],
  [767, 'sm'],
  [768, 'md'],
  [991, 'md'],
  [992, 'lg'],
  [1199, 'lg'],
  [1200, 'xl'],
  [1599, 'xl'],
  [1600, 'xxl'],
  [100_000, 'xxl'],
])('a viewport of %d pixels is %j', (width, screen) => {
  expect(screenOf(width)).toBe(screen);
});
