import { availableMemory, shareOfClickHouse } from './memory.ts';

const [mebibyte, gibibyte] = [1024 ** 2, 1024 ** 3];

test.each([
  ['a machine', 4 * gibibyte, 0, 2 * gibibyte],
  ['a machine, as older versions of Node say it', 4 * gibibyte, undefined, 2 * gibibyte],
  ['a machine whose control groups have no limit', 4 * gibibyte, 2 ** 64, 2 * gibibyte],
  ['the same, in whole pages', 4 * gibibyte, 2 ** 63 - 4096, 2 * gibibyte],
  ['a large machine', 64 * gibibyte, 0, 8 * gibibyte],
  ['a container of a large machine', 64 * gibibyte, 3 * gibibyte, 1.5 * gibibyte],
  ['a container that may have more than the machine', 2 * gibibyte, 16 * gibibyte, gibibyte],
  ['a small container', 64 * gibibyte, 900 * mebibyte, 450 * mebibyte],
  ['the least container', 64 * gibibyte, 500 * mebibyte, 400 * mebibyte],
])('ClickHouse gets half of the memory of %s', (_, machine, group, share) => {
  expect(shareOfClickHouse(availableMemory(machine, group))).toBe(share);
});
