import { createRateLimit } from './rate-limit.ts';

test('a burst passes, then as many a second as allowed', () => {
  const take = createRateLimit(10, 100);
  expect(take('a', 100, 0)).toBe(0);
  expect(take('a', 1, 0)).toBe(1);
  expect(take('a', 1, 100)).toBe(0);
  expect(take('a', 1, 100)).toBe(1);
  expect(take('a', 50, 1000)).toBe(5);
  expect(take('a', 50, 6000)).toBe(0);
});

test('each key has its own bucket', () => {
  const take = createRateLimit(1, 1);
  expect([take('a', 1, 0), take('b', 1, 0), take('a', 1, 0)]).toEqual([0, 0, 1]);
});

test('a batch longer than the burst passes a full bucket, and is paid off afterwards', () => {
  const take = createRateLimit(10, 20);
  expect(take('a', 100, 0)).toBe(0);
  expect(take('a', 1, 8000)).toBe(1);
  expect(take('a', 1, 8100)).toBe(0);
});

test('a clock that runs backwards takes no tokens away', () => {
  const take = createRateLimit(1, 2);
  expect([take('a', 1, 5000), take('a', 1, 0), take('a', 1, 0)]).toEqual([0, 0, 1]);
});

test('0 limits nothing', () => {
  const take = createRateLimit(0, 1);
  expect([take('a', 500, 0), take('a', 500, 0)]).toEqual([0, 0]);
});
