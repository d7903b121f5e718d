import { grownMap } from './grown-map.ts';
import { furtherStep, growthOf, leadMinutes, type Wanted } from './growth.ts';
import { firstMap } from './shard-map.ts';
import { cluster, fresh, shard } from './shards-under-test.ts';
import type { ShardState } from './state.ts';

const now = Date.UTC(2026, 10, 25);
const minute = 60_000;
const cutover = now + 3 * 60 * minute;

/** A topic of so many partitions, of which so many have messages. */
const topic = (count: number, used = 4) => Array.from({ length: count }, (_, n) => (n < used ? 7n : 0n));
const steps = (...numbers: number[]) =>
  numbers.map((partitions, index) => ({ from: index && cutover + index - 1, partitions }));
const wanted = (other: Partial<Wanted> = {}): Wanted => {
  return { shards: 3, steps: steps(4, 8), ends: topic(4), now, ...other };
};

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
  const [first, second, third] = [shard(1), shard(2), fresh(3)];
  const next = { added: [third], toWrite: [third, first, second], growsTopic: true };
  const growth = { cluster, map: target, before: { partitions: 4, shards: 2 }, cutover, ...next };
  expect(growthOf([first, second, third], wanted())).toEqual(growth);
});

const all = [grown(1), grown(2), grown(3)];
const past = { now: cutover + minute };

test.each<[string, ShardState[], Partial<Wanted>, number[], boolean]>([
  ['the map of the new shard', [shard(1), shard(2), fresh(3, { map: target })], {}, [3, 1, 2], true],
  ['the new shard', [shard(1), shard(2), grown(3)], {}, [1, 2], true],
  ['one of the others', [grown(1), shard(2), grown(3)], {}, [2], true],
  ['all shards', all, {}, [], true],
  ['all shards, for partitions alone', all, { steps: steps(8) }, [], true],
  ['some shards, and the step is past', [grown(1), shard(2), grown(3)], past, [2], true],
  ['everything', all, { ends: topic(8, 8), ...past }, [], false],
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
  // As the refusal of a new shard proposes it.
  expect(growthOf([shard(1), shard(2)], wanted({ shards: 2, ends: topic(8, 8) })).map).toHaveLength(8);
  // While these have no messages, there may be a new shard.
  const growth = growthOf([shard(1), shard(2), fresh(3)], wanted({ ends: topic(8) }));
  expect(growth).toMatchObject({ map: target, growsTopic: false });
});

test.each([0, 15, 30, 45, 59])('the step that it proposes at minute %d is accepted', (past) => {
  const ofNow = { now: now + past * minute, steps: steps(4) };
  const [first = 0, added = '', time = ''] = furtherStep(ofNow, 4).split(/[,@]/);
  const proposed = [first, added].map((partitions, index) => ({
    from: index && Date.parse(time),
    partitions: Number(partitions),
  }));
  expect(growthOf(three, wanted({ ...ofNow, steps: proposed })).cutover).toBe(Date.parse(time));
});

const two = [shard(1), shard(2)];
const three = [...two, fresh(3)];
const noMultiple = 'no multiple of the 4 partitions';
const changed = [...old.slice(0, 3), { partition: 3, fromOffset: 0n, shard: 1 }];
const second = shard(1, { host: 'b:8123', identities: [{ cluster, shard: 2 }] });

test.each<[string, ShardState[], Partial<Wanted>?]>([
  // The steps: in the past, too soon, missing, of other numbers.
  ['at 2026-11-25T03:00:00.000Z is past. Set a time at least 125', three, { now: cutover }],
  [`is ${leadMinutes - 1} minutes ahead`, three, { now: cutover - (leadMinutes - 1) * minute }],
  ['set KAFKA_PARTITIONS=4,8@2026-11-25T04:00:00Z, the', three, { steps: steps(4) }],
  // All steps stay.
  [
    '4,8@2026-11-25T03:00:00Z,16@2026-11-25T04:00:00Z, the',
    [...all, fresh(4)],
    { shards: 4, ends: topic(8) },
  ],
  [noMultiple, two, { shards: 2, steps: steps(6) }],
  [noMultiple, two, { shards: 2, steps: steps(2) }],
  ['The map has 4 partitions, which is none of', three, { steps: steps(3, 6) }],
  // The topic: smaller, or grown by hand.
  ['The topic has 3 partitions, but the map has 4', three, { ends: topic(3) }],
  ['grew by hand. Add those partitions to the map', three, { ends: topic(6) }],
  ['further step, such as 4,8@2026-11-25T03:00:00Z,16@', three, { ends: topic(8, 8) }],
  // The shards.
  ['The map has 3 shards, but', [grown(1), grown(2)], { shards: 2, ends: topic(8) }],
  ['holds pings already', [...two, fresh(3, { hasPings: true })]],
  ['has no tables', [...two, fresh(3, { migrations: [] })]],
  ['Shard 2 (b:8123) has lost its tables', [shard(1), fresh(2), fresh(3)]],
  ['Shard 3 (c:8123) has lost its tables', [grown(1), grown(2), fresh(3)]],
  ['The shards have no map yet', [fresh(1), fresh(2), fresh(3)]],
  ['A run for 8 partitions was interrupted', [grown(1), shard(2), grown(3)], { steps: steps(4, 16) }],
  ['has another map than these settings lead to', [shard(1, { map: changed }), shard(2), fresh(3)]],
  ['b:8123 is shard 2, but is number 1 in CLICKHOUSE_SHARDS', [second, shard(2), fresh(3)]],
  ['Shard 1 (a:8123) and Shard 3 (c:8123) are the same database', [...two, fresh(3, { tableId: 'table-1' })]],
])('refuses: %s', (reason, states, other = {}) => {
  expect(() => growthOf(states, wanted(other))).toThrow(reason);
});
