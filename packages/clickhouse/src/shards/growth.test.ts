import { grownMap } from './grown-map.ts';
import { growthOf, leadMinutes, type Wanted } from './growth.ts';
import { firstMap } from './shard-map.ts';
import { cluster, fresh, shard } from './shards-under-test.ts';
import type { ShardState } from './state.ts';

const now = Date.UTC(2026, 10, 25);
const minute = 60_000;
const cutover = now + 60 * minute;

/** A topic of so many partitions, of which so many have messages. */
const topic = (count: number, used = 4) => Array.from({ length: count }, (_, n) => (n < used ? 7n : 0n));
const steps = (...numbers: number[]) =>
  numbers.map((partitions, index) => ({ from: index === 0 ? 0 : cutover + index, partitions }));
const wanted = (other: Partial<Wanted> = {}): Wanted => ({
  shards: 3,
  steps: [
    { from: 0, partitions: 4 },
    { from: cutover, partitions: 8 },
  ],
  ends: topic(4),
  now,
  ...other,
});

const old = firstMap(4, 2);
const target = grownMap(old, 8, 3);
const grown = (number: number, other: Partial<ShardState> = {}) => shard(number, { map: target, ...other });
const places = (map: readonly { shard: number }[]) => map.map((entry) => entry.shard);

test('new partitions go to the shards that have the fewest, the new one first', () => {
  expect(places(target)).toEqual([1, 2, 1, 2, 3, 3, 3, 2]);
  expect(places(grownMap(firstMap(6, 2), 12, 3))).toEqual([1, 2, 1, 2, 1, 2, 3, 3, 3, 3, 2, 1]);
  expect(places(grownMap(firstMap(2, 2), 4, 4))).toEqual([1, 2, 4, 3]);
});

test('without a new shard each goes to the shard that has its sessions already', () => {
  expect(places(grownMap(target, 16, 3))).toEqual([...places(target), ...places(target)]);
});

test('a new shard: it is written first, then the others, then the topic grows', () => {
  const states = [shard(1), shard(2), fresh(3)];
  const growth = growthOf(states, wanted());
  expect(growth).toEqual({
    cluster,
    map: target,
    before: { partitions: 4, shards: 2 },
    cutover,
    added: [states[2]],
    toWrite: [states[2], states[0], states[1]],
    growsTopic: true,
  });
});

test.each<[string, ShardState[], Partial<Wanted>, number[], boolean]>([
  ['the map of the new shard', [shard(1), shard(2), fresh(3, { map: target })], {}, [3, 1, 2], true],
  ['the new shard', [shard(1), shard(2), grown(3)], {}, [1, 2], true],
  ['one of the others', [grown(1), shard(2), grown(3)], {}, [2], true],
  ['all shards', [grown(1), grown(2), grown(3)], {}, [], true],
  ['all shards, for partitions alone', [grown(1), grown(2), grown(3)], { steps: steps(8) }, [], true],
  ['all shards, and the step is past', [grown(1), shard(2), grown(3)], { now: cutover + minute }, [2], true],
  ['everything', [grown(1), grown(2), grown(3)], { ends: topic(8, 8), now: cutover + minute }, [], false],
])('an interrupted run goes on after it wrote %s', (_, states, other, toWrite, growsTopic) => {
  const growth = growthOf(states, wanted(other));
  expect(growth.map).toEqual(target);
  expect(growth.toWrite.map(({ number }) => number)).toEqual(toWrite);
  expect(growth.growsTopic).toBe(growsTopic);
});

test('partitions alone need no time, and take those that were added by hand', () => {
  for (const ends of [topic(4), topic(8), topic(8, 8)]) {
    const growth = growthOf([shard(1), shard(2)], wanted({ shards: 2, steps: steps(8), ends }));
    expect(growth).toMatchObject({ map: grownMap(old, 8, 2), cutover: undefined, added: [] });
    expect(growth.growsTopic).toBe(ends.length === 4);
  }
});

test('a topic that was grown by hand, and has nothing in its new partitions, may get a new shard', () => {
  const growth = growthOf([shard(1), shard(2), fresh(3)], wanted({ ends: topic(8) }));
  expect(growth).toMatchObject({ map: target, growsTopic: false });
});

const three = [shard(1), shard(2), fresh(3)];
test.each<[string, ShardState[], Partial<Wanted>, string]>([
  [
    'a step in the past',
    three,
    { now: cutover },
    'at 2026-11-25T01:00:00.000Z is past. Set a time at least 15',
  ],
  ['a step too soon', three, { now: cutover - (leadMinutes - 1) * minute }, 'is 14 minutes ahead'],
  ['no step', three, { steps: steps(4) }, 'set KAFKA_PARTITIONS=4,8@<time>'],
  ['no further step', [grown(1), grown(2), grown(3), fresh(4)], { shards: 4, ends: topic(8) }, '8,16@<time>'],
  ['no multiple', [shard(1), shard(2)], { shards: 2, steps: steps(6) }, 'no multiple of the 4 partitions'],
  [
    'fewer partitions',
    [shard(1), shard(2)],
    { shards: 2, steps: steps(2) },
    'no multiple of the 4 partitions',
  ],
  ['steps of other numbers', three, { steps: steps(3, 6) }, 'The map has 4 partitions, which is none of'],
  [
    'a topic with fewer partitions',
    three,
    { ends: topic(3) },
    'The topic has 3 partitions, but the map has 4',
  ],
  [
    'a topic grown to another number',
    three,
    { ends: topic(6) },
    'grew by hand. Add those partitions to the map',
  ],
  [
    'a topic grown by hand, in use',
    three,
    { ends: topic(8, 8) },
    'KAFKA_PARTITIONS=8; then add the shard with',
  ],
  ['fewer shards', [grown(1), grown(2)], { shards: 2, ends: topic(8) }, 'The map has 3 shards, but'],
  ['a new shard in use', [shard(1), shard(2), fresh(3, { hasPings: true })], {}, 'holds pings already'],
  ['a new shard without tables', [shard(1), shard(2), fresh(3, { migrations: [] })], {}, 'has no tables'],
  [
    'a shard that lost its tables',
    [shard(1), fresh(2), fresh(3)],
    {},
    'Shard 2 (b:8123) has lost its tables',
  ],
  ['a new shard that lost them', [grown(1), grown(2), fresh(3)], {}, 'Shard 3 (c:8123) has lost its tables'],
  ['shards without a map', [fresh(1), fresh(2), fresh(3)], {}, 'The shards have no map yet'],
  [
    'another number than an interrupted run',
    [grown(1), shard(2), grown(3)],
    { steps: steps(4, 16) },
    'A run for 8 partitions was interrupted',
  ],
  [
    'a map that was changed',
    [shard(1, { map: [...old.slice(0, 3), { partition: 3, fromOffset: 0n, shard: 1 }] }), shard(2), fresh(3)],
    {},
    'has another map than these settings lead to',
  ],
  [
    'another order',
    [shard(1, { host: 'b:8123', identities: [{ cluster, shard: 2 }] }), shard(2), fresh(3)],
    {},
    'b:8123 is shard 2, but is number 1 in CLICKHOUSE_SHARDS',
  ],
  [
    'a server twice',
    [shard(1), shard(2), fresh(3, { tableId: 'table-1' })],
    {},
    'Shard 1 (a:8123) and Shard 3 (c:8123) are the same database',
  ],
])('refuses %s', (_, states, other, reason) => {
  expect(() => growthOf(states, wanted(other))).toThrow(reason);
});
