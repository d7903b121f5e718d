import { createTokenBuckets } from './token-buckets.ts';

let now = 0;
const buckets = (perSecond: number, burst: number) => {
  now = 0;
  return createTokenBuckets({ perSecond, burst, clock: () => now });
};

/** Spends when the bucket allows it; returns how long to wait. */
function take(from: ReturnType<typeof buckets>, key: string, count: number, at: number): number {
  now = at;
  const bucket = from.of(key);
  const wait = bucket.wait(count);
  if (wait === 0) bucket.spend(count);
  return wait;
}

test('a burst passes, then the allowed number per second', () => {
  const from = buckets(10, 100);
  expect(take(from, 'a', 100, 0)).toBe(0);
  expect(take(from, 'a', 1, 0)).toBe(1);
  expect(take(from, 'a', 1, 100)).toBe(0);
  expect(take(from, 'a', 1, 100)).toBe(1);
  expect(take(from, 'a', 50, 1000)).toBe(5);
  expect(take(from, 'a', 50, 6000)).toBe(0);
});

test('each key has its own bucket', () => {
  const from = buckets(1, 1);
  expect([take(from, 'a', 1, 0), take(from, 'b', 1, 0), take(from, 'a', 1, 0)]).toEqual([0, 0, 1]);
});

test('a full bucket lets more than the burst pass, and refills from below zero', () => {
  const from = buckets(10, 20);
  expect(take(from, 'a', 100, 0)).toBe(0);
  expect(take(from, 'a', 1, 8000)).toBe(1);
  expect(take(from, 'a', 1, 8100)).toBe(0);
});

test('tokens already paid count towards the total', () => {
  const bucket = buckets(10, 20).of('a');
  bucket.spend(1);
  expect([bucket.wait(20, 1), bucket.wait(100, 1), bucket.wait(20)]).toEqual([0, 0, 1]);
});

test('a bucket starts full, and is full again once refilled', () => {
  const bucket = buckets(1, 2).of('a');
  const at = (time: number) => {
    now = time;
    return bucket.isFull();
  };
  expect(at(0)).toBe(true);
  bucket.spend(2);
  expect([at(1999), at(2000)]).toEqual([false, true]);
});

test('a clock that runs backwards removes no tokens', () => {
  const from = buckets(1, 2);
  expect([take(from, 'a', 1, 5000), take(from, 'a', 1, 0), take(from, 'a', 1, 0)]).toEqual([0, 0, 1]);
});

test('0 limits nothing', () => {
  const from = buckets(0, 1);
  expect([take(from, 'a', 500, 0), take(from, 'a', 500, 0)]).toEqual([0, 0]);
});
