import fc from 'fast-check';
import { uuid7 } from '../../../test/harness/uuid7.ts';
import { partitionOfKey, partitionsFor, targetPartition } from './partition.ts';

test('never moves a key to another partition', () => {
  // Recorded once. If one of these changes, sessions move to other shards and count twice.
  expect(partitionOfKey('0192f0c1-2b3c-7def-8123-456789abcdef', 8)).toBe(2);
  expect(['session', ''].map((key) => partitionOfKey(key, 12))).toEqual([8, 0]);
  expect(partitionOfKey('Zoë ☃', 5)).toBe(3);
});

test('stays within the partitions', () => {
  fc.assert(
    fc.property(fc.string(), fc.integer({ min: 1, max: 1000 }), (key, partitions) => {
      const partition = partitionOfKey(key, partitions);
      return Number.isInteger(partition) && partition >= 0 && partition < partitions;
    }),
  );
});

test('spreads UUIDs evenly', () => {
  const counts = Array.from({ length: 6 }, () => 0);
  for (const id of fc.sample(fc.uuid({ version: 7 }), { numRuns: 12_000, seed: 1 })) {
    const partition = partitionOfKey(id, 6);
    counts[partition] = (counts[partition] ?? 0) + 1;
  }
  expect(Math.min(...counts)).toBeGreaterThan(1800);
  expect(Math.max(...counts)).toBeLessThan(2200);
});

describe('with steps', () => {
  const cutover = Date.UTC(2026, 11, 1);
  const next = cutover + 86_400_000;
  const steps = [
    { from: 0, partitions: 6 },
    { from: cutover, partitions: 12 },
    { from: next, partitions: 24 },
  ];

  test('a session keeps the number of the time in its id, for ever', () => {
    const times = [0, cutover - 1, cutover, next - 1, next, 2 ** 48 - 1];
    expect(times.map((time) => partitionsFor(uuid7(time), steps))).toEqual([6, 6, 12, 12, 24, 24]);
  });

  test('keys without a time keep the first number', () => {
    const version4 = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
    const keys = ['', 'shop order-17', `shop ${uuid7(next)}`, version4, uuid7(next).toUpperCase()];
    expect(keys.map((key) => partitionsFor(key, steps))).toEqual([6, 6, 6, 6, 6]);
  });

  test('never moves a session to another partition', () => {
    // Recorded once, like those above.
    const ids = ['01a22ee6-afff-7def-8123-456789000004', '01a22ee6-b000-7def-8123-456789000004'];
    expect(ids.map((key) => partitionsFor(key, steps))).toEqual([6, 12]);
    expect(ids.map((key) => targetPartition({ key, value: Buffer.alloc(0) }, 12, steps))).toEqual([4, 6]);
  });

  test('a message that is put back goes to its own partition, whatever the time in its key', () => {
    expect(targetPartition({ key: uuid7(next), value: Buffer.alloc(0), partition: 3 }, 12, steps)).toBe(3);
  });
});
