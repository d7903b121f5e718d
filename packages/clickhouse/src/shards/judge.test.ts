import { judge } from './judge.ts';
import { firstMap, shardOf } from './shard-map.ts';
import { cluster, fresh, partitions, shard } from './shards-under-test.ts';
import type { ShardState } from './state.ts';

test('takes the shards of the map, also without those that cannot be reached', () => {
  const ready = { kind: 'ready', map: firstMap(partitions, 2) };
  expect(judge([shard(1), shard(2)], { shards: 2, partitions })).toEqual(ready);
  expect(judge([shard(2)], { shards: 2, partitions })).toEqual(ready);
  expect(judge([shard(1), shard(2)], { shards: 2, partitions: undefined })).toEqual(ready);
});

test('gives partition p of new shards to shard p mod n, under an id that every process finds', () => {
  const verdict = judge([fresh(1), fresh(2)], { shards: 2, partitions: 3 });
  expect(verdict).toMatchObject({
    kind: 'new',
    map: [
      { partition: 0, fromOffset: 0n, shard: 1 },
      { partition: 1, fromOffset: 0n, shard: 2 },
      { partition: 2, fromOffset: 0n, shard: 1 },
    ],
  });
  expect(judge([fresh(1), fresh(2)], { shards: 2, partitions: 3 })).toEqual(verdict);
});

test('finishes a first start that was interrupted, with the same id', () => {
  const states = [shard(1, { hasPings: false }), fresh(2, { map: firstMap(partitions, 2) })];
  expect(judge(states, { shards: 2, partitions })).toEqual({
    kind: 'new',
    cluster,
    map: firstMap(partitions, 2),
  });
});

test('lets migrations differ before they run', () => {
  const states = [shard(1), shard(2, { migrations: [] })];
  expect(judge(states, { shards: 2, partitions: undefined, migrating: true }).kind).toBe('ready');
});

test('lets new shards be prepared when they are empty, and the others are those of the map', () => {
  const expected = { shards: 3, partitions: undefined, newShards: true };
  expect(judge([shard(1), shard(2), fresh(3)], expected)).toEqual({
    kind: 'ready',
    map: firstMap(partitions, 2),
  });
  const used = fresh(3, { hasPings: true });
  expect(() => judge([shard(1), shard(2), used], expected)).toThrow('Shard 3 (c:8123) holds pings already');
  expect(() => judge([shard(1), fresh(2), fresh(3)], expected)).toThrow(
    'Shard 2 (b:8123) has lost its tables',
  );
});

test.each<[string, ShardState[], number, number, string]>([
  [
    'a server twice',
    [shard(1), shard(2, { tableId: 'table-1' })],
    2,
    4,
    'Shard 1 (a:8123) and Shard 2 (b:8123) are the same database',
  ],
  [
    'another order',
    [shard(1, { host: 'b:8123', identities: [{ cluster, shard: 2 }] }), shard(2)],
    2,
    4,
    'b:8123 is shard 2, but is number 1 in CLICKHOUSE_SHARDS',
  ],
  ['fewer shards', [shard(1)], 1, 4, 'The map has 2 shards, but CLICKHOUSE_SHARDS has 1'],
  [
    'more shards',
    [shard(1), shard(2), fresh(3)],
    3,
    4,
    'The map has 2 shards, but CLICKHOUSE_SHARDS has 3. Leave out the new ones, or add them to the map: tallyhouse reshard plan',
  ],
  [
    'other migrations',
    [shard(1), shard(2, { migrations: ['0001_pings x'] })],
    2,
    4,
    'Shard 2 (b:8123) lacks migration 0040_shard_map as Shard 1 (a:8123) ran it',
  ],
  ['no tables', [shard(1), fresh(2, { migrations: [] })], 2, 4, 'Shard 2 (b:8123) has no tables'],
  [
    'another cluster',
    [shard(1), shard(2, { identities: [{ cluster: 'another', shard: 2 }] })],
    2,
    4,
    'Shard 2 (b:8123) belongs to another cluster than Shard 1 (a:8123)',
  ],
  [
    'two clusters in one database',
    [
      shard(1, {
        identities: [
          { cluster, shard: 1 },
          { cluster: 'another', shard: 1 },
        ],
      }),
      shard(2),
    ],
    2,
    4,
    'Shard 1 (a:8123) was made a shard twice',
  ],
  ['another map', [shard(1), shard(2, { map: [] })], 2, 4, 'Shard 2 (b:8123) has another map'],
  ['a shard that lost its tables', [shard(1), fresh(2)], 2, 4, 'Shard 2 (b:8123) has lost its tables'],
  ['fewer partitions', [shard(1), shard(2)], 2, 3, 'The topic has 3 partitions, but the map has 4'],
  ['more partitions', [shard(1), shard(2)], 2, 8, 'The topic has 8 partitions, but the map has 4'],
  [
    'pings from before',
    [fresh(1, { hasPings: true }), fresh(2)],
    2,
    4,
    'Shard 1 (a:8123) holds pings from before there were shards',
  ],
  ['a first start without a shard', [fresh(1)], 2, 4, 'Shard 2 cannot be reached'],
  ['fewer partitions than shards', [fresh(1), fresh(2)], 2, 1, 'The topic has 1 partitions for 2 shards'],
])('refuses %s', (_, states, shards, found, reason) => {
  expect(() => judge(states, { shards, partitions: found })).toThrow(reason);
});

test('a message belongs to the shard of the last entry at or before its offset', () => {
  const map = [...firstMap(2, 2), { partition: 1, fromOffset: 100n, shard: 3 }];
  const found = [99n, 100n, 5000n].map((offset) => shardOf(map, 1, offset));
  expect(found).toEqual([2, 3, 3]);
  expect(() => shardOf(map, 2, 0n)).toThrow('No shard stores offset 0 of partition 2');
});
