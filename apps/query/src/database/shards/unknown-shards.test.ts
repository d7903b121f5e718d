import { mapCountsMs } from '@tallyhouse/cluster';
import { createUnknownShards } from './unknown-shards.ts';

const minute = 60_000;

/** An app that knows two shards, and the numbers of shards in their maps: undefined while they are away. */
function app(first: number | undefined, second = first) {
  const maps = [first, second];
  const state = { now: 0, asked: 0 };
  const looks = maps.map((_, index) => async () => {
    state.asked++;
    const shards = maps[index];
    if (shards === undefined) throw new Error('away');
    return shards;
  });
  return { maps, state, unknown: createUnknownShards(looks, () => state.now) };
}

test('a shard that was added is known as soon as the last look no longer counts', async () => {
  const { maps, state, unknown } = app(2);
  expect(await unknown()).toEqual([]);
  maps.fill(4);
  state.now = mapCountsMs - 1;
  expect(await unknown()).toEqual([]);
  expect(state.asked).toBe(2);
  state.now = mapCountsMs;
  // Reports that come together share a look.
  expect((await Promise.all([unknown(), unknown()])).flat()).toEqual([3, 4, 3, 4]);
  expect(state.asked).toBe(4);
});

test('any shard may answer, and an app may know more shards than the map has', async () => {
  expect(await app(undefined, 3).unknown()).toEqual([3]);
  expect(await app(1).unknown()).toEqual([]);
});

test('while no shard answers, the last look counts for a minute', async () => {
  const { maps, state, unknown } = app(2);
  expect(await unknown()).toEqual([]);
  maps.fill(undefined);
  state.now = minute - 1;
  expect(await unknown()).toEqual([]);
  state.now = minute;
  await expect(unknown()).rejects.toThrow('away');
  await expect(app(undefined).unknown()).rejects.toThrow('away');
});
