import { changeOf } from './change-of.ts';

test.each([
  [150, 100, 50],
  [-50, 100, -150],
  [200, -100, null],
  [10, 0, null],
])('%d after %d is a growth of %p', (current, previous, growth) => {
  expect(changeOf(current, previous).growth_rate).toBe(growth);
});
