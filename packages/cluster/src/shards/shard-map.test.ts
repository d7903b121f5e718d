import { offsetsOf, shardOf } from './shard-map.ts';

test('the offsets of a partition that moved, and moved back, are those of its entries', () => {
  const map = [
    { partition: 1, fromOffset: 70n, shard: 2 },
    { partition: 0, fromOffset: 0n, shard: 1 },
    { partition: 1, fromOffset: 0n, shard: 2 },
    { partition: 1, fromOffset: 50n, shard: 3 },
  ];
  expect(offsetsOf(map, 1, 2)).toEqual([
    { first: 0n, end: 50n },
    { first: 70n, end: undefined },
  ]);
  expect(offsetsOf(map, 1, 3)).toEqual([{ first: 50n, end: 70n }]);
  expect(offsetsOf(map, 1, 1)).toEqual([]);
  expect([0n, 49n, 50n, 69n, 70n].map((offset) => shardOf(map, 1, offset))).toEqual([2, 2, 3, 3, 2]);
  expect(() => shardOf(map, 2, 0n)).toThrow('No shard stores offset 0 of partition 2');
});
