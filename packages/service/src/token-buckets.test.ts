import { createTokenBuckets } from './token-buckets.ts';

let now = 0;
const buckets = (perSecond: number, burst: number) => {
  now = 0;
  return createTokenBuckets({ perSecond, burst, ticks: () => now });
};

const refilled = '0 a 100, 8000 a 1, 8100 a 1';
const steady = '0 a 100, 0 a 1, 100 a 1, 100 a 1, 1000 a 50, 6000 a 50';

test.each([
  // Each try has a time, a key and a count: it spends, or waits some seconds.
  ['a burst passes, then the allowed number per second', 10, 100, steady, [0, 1, 0, 1, 5, 0]],
  ['each key has its own bucket', 1, 1, '0 a 1, 0 b 1, 0 a 1', [0, 0, 1]],
  ['a full bucket lets more pass, and refills from below zero', 10, 20, refilled, [0, 1, 0]],
  ['0 limits nothing', 0, 1, '0 a 500, 0 a 500', [0, 0]],
])('%s', (_, perSecond, burst, tries, waits) => {
  const from = buckets(perSecond, burst);
  const found = tries.split(', ').map((text) => {
    const [time, key = '', count] = text.split(' ');
    now = Number(time);
    const bucket = from.of(key);
    const wait = bucket.wait(Number(count));
    if (wait === 0) bucket.spend(Number(count));
    return wait;
  });
  expect(found).toEqual(waits);
});

test('tokens already paid count towards the total', () => {
  const bucket = buckets(10, 20).of('a');
  bucket.spend(1);
  expect([bucket.wait(20, 1), bucket.wait(100, 1), bucket.wait(20)]).toEqual([0, 0, 1]);
});

test('a bucket starts full, and is full again once refilled', () => {
  const bucket = buckets(1, 2).of('a');
  expect(bucket.isFull()).toBe(true);
  bucket.spend(2);
  now = 1999;
  expect(bucket.isFull()).toBe(false);
  now = 2000;
  expect(bucket.isFull()).toBe(true);
});
