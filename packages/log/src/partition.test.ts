import fc from 'fast-check';
import { partitionOfKey } from './partition.ts';

test('never moves a key to another partition', () => {
  // Recorded once. If one of these changes, sessions move to other shards and count twice.
  expect(partitionOfKey('0192f0c1-2b3c-7def-8123-456789abcdef', 8)).toBe(2);
  expect(partitionOfKey('session', 12)).toBe(8);
  expect(partitionOfKey('', 12)).toBe(0);
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
