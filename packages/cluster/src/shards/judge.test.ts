import { type Expected, judge } from './judge.ts';
import { firstMap } from './shard-map.ts';
import { cluster, fresh, partitions, shard } from './shards-under-test.ts';
import type { ShardState } from './state.ts';

const ready = { kind: 'ready', map: firstMap(partitions, 2) };

test('takes the shards of the map, without those that cannot be reached, and any migrations before they run', () => {
  expect(judge([shard(1), shard(2)], { shards: 2, partitions })).toEqual(ready);
  expect(judge([shard(2)], { shards: 2, partitions })).toEqual(ready);
  expect(judge([shard(1), shard(2)], { shards: 2, partitions: undefined })).toEqual(ready);
  const lacking = [shard(1), shard(2, { migrations: [] })];
  expect(judge(lacking, { shards: 2, partitions: undefined, migrating: true })).toEqual(ready);
});

test('gives partition p of new shards to shard p mod n, under an id that every process finds', () => {
  const verdict = judge([fresh(1), fresh(2)], { shards: 2, partitions: 3 });
  const map = [1, 2, 1].map((shard, partition) => ({ partition, fromOffset: 0n, shard }));
  expect(verdict).toMatchObject({ kind: 'new', map });
  expect(judge([fresh(1), fresh(2)], { shards: 2, partitions: 3 })).toEqual(verdict);
});

test('finishes a first start that was interrupted, with the same id', () => {
  const states = [shard(1, { hasPings: false }), fresh(2, { map: firstMap(partitions, 2) })];
  expect(judge(states, { shards: 2, partitions })).toEqual({ ...ready, kind: 'new', cluster });
});

test('lets new shards be prepared when they are empty, and the others are those of the map', () => {
  const expected = { shards: 3, partitions: undefined, newShards: true };
  expect(judge([shard(1), shard(2), fresh(3)], expected)).toEqual(ready);
  const used = [shard(1), shard(2), fresh(3, { hasPings: true })];
  expect(() => judge(used, expected)).toThrow('Shard 3 (c:8123) holds pings already');
  const lost = [shard(1), fresh(2), fresh(3)];
  expect(() => judge(lost, expected)).toThrow('Shard 2 (b:8123) has lost its tables');
});

const same = 'Shard 1 (a:8123) and Shard 2 (b:8123) are the same database';
const inCluster = (name: string, number: number) => ({ cluster: name, shard: number });
const twice = [inCluster(cluster, 1), inCluster('another', 1)];
const fromBefore = 'Shard 1 (a:8123) holds pings from before there were shards';
const cluster2 = 'Shard 2 (b:8123) belongs to another cluster than Shard 1 (a:8123)';
const otherPlace = 'b:8123 is shard 2, but is number 1 in CLICKHOUSE_SHARDS';
const lacks = 'Shard 2 (b:8123) lacks migration 0040_shard_map as Shard 1 (a:8123) ran it';
const more = 'The map has 2 shards, but CLICKHOUSE_SHARDS has 3';
const plan = 'Leave out the new ones, or add them to the map: tallyhouse reshard plan';

/** Two shards of the map, but for what a test says. */
const two = (...others: Partial<ShardState>[]) => [shard(1, others[0]), shard(2, others[1])];

test.each<[string, ShardState[], Partial<Expected>?]>([
  [same, two({}, { tableId: 'table-1' })],
  [otherPlace, two({ host: 'b:8123', identities: [inCluster(cluster, 2)] })],
  ['The map has 2 shards, but CLICKHOUSE_SHARDS has 1', [shard(1)], { shards: 1 }],
  [`${more}. ${plan}`, [...two({}), fresh(3)], { shards: 3 }],
  [lacks, two({}, { migrations: ['0001_pings x'] })],
  ['Shard 2 (b:8123) has no tables', [shard(1), fresh(2, { migrations: [] })]],
  [cluster2, two({}, { identities: [inCluster('another', 2)] })],
  ['Shard 1 (a:8123) was made a shard twice', two({ identities: twice })],
  ['Shard 2 (b:8123) has another map', two({}, { map: [] })],
  ['Shard 2 (b:8123) has lost its tables', [shard(1), fresh(2)]],
  ['The topic has 3 partitions, but the map has 4', two({}), { partitions: 3 }],
  ['The topic has 8 partitions, but the map has 4', two({}), { partitions: 8 }],
  [fromBefore, [fresh(1, { hasPings: true }), fresh(2)]],
  ['Shard 2 cannot be reached', [fresh(1)]],
  ['The topic has 1 partitions for 2 shards', [fresh(1), fresh(2)], { partitions: 1 }],
])('refuses: %s', (reason, states, other = {}) => {
  expect(() => judge(states, { shards: 2, partitions, ...other })).toThrow(reason);
});
