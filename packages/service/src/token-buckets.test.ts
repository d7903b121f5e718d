import { createTokenBuckets } from './token-buckets.ts';

let now = 0;
const buckets = (perSecond: number, burst: number) => {
  now = 0;
  return createTokenBuckets({ perSecond, burst, clock: () => now });
};

/** Spends as `time: key count` when the bucket allows it; returns how long each has to wait. */
const waits = (from: ReturnType<typeof buckets>, ...tries: string[]) =>
  tries.map((text) => {
    const [, time, key = '', count] = /^(\d+): (\w) (\d+)$/.exec(text) ?? [];
    now = Number(time);
    const bucket = from.of(key);
    const wait = bucket.wait(Number(count));
    if (wait === 0) bucket.spend(Number(count));
    return wait;
  });

test('a burst passes, then the allowed number per second', () => {
  const tries = ['0: a 100', '0: a 1', '100: a 1', '100: a 1', '1000: a 50', '6000: a 50'];
  expect(waits(buckets(10, 100), ...tries)).toEqual([0, 1, 0, 1, 5, 0]);
});

test('each key has its own bucket', () => {
  expect(waits(buckets(1, 1), '0: a 1', '0: b 1', '0: a 1')).toEqual([0, 0, 1]);
});

test('a full bucket lets more than the burst pass, and refills from below zero', () => {
  expect(waits(buckets(10, 20), '0: a 100', '8000: a 1', '8100: a 1')).toEqual([0, 1, 0]);
});

test('a clock that runs backwards removes no tokens', () => {
  expect(waits(buckets(1, 2), '5000: a 1', '0: a 1', '0: a 1')).toEqual([0, 0, 1]);
});

test('0 limits nothing', () => {
  expect(waits(buckets(0, 1), '0: a 500', '0: a 500')).toEqual([0, 0]);
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
