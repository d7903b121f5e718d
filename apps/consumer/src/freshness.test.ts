import type { LogBatch } from '@tallyhouse/log';
import { crawlVersion } from '@tallyhouse/ping';
import { createFreshness } from './freshness.ts';
import { control, noon, received, requested } from './received-under-test.ts';

/** The consumer's action: it `stores` batches or leaves them (to the dead letters). */
function consumer() {
  let now = noon;
  const freshness = createFreshness(() => now);
  const insert = freshness.watchInserts(async () => {});
  const stores = freshness.watchBatches((arrived) => insert({ ...arrived, version: 2 }));
  const leaves = freshness.watchBatches(async () => {});
  return {
    freshness,
    at: (time: number) => {
      now = time;
    },
    stores: (receivedAt: number) => stores(received([receivedAt]), control),
    leaves: (receivedAt: number) => leaves(received([receivedAt]), control),
    leave: (arrived: LogBatch) => leaves(arrived, control),
    storeRequest: (receivedAt: number) => insert({ ...requested([receivedAt]), version: crawlVersion }),
  };
}

test('pings that come and are not stored make it stale, until one is; neither their age does nor a silence', async () => {
  const { freshness, stores, leaves, at } = consumer();
  expect(freshness.newestStored()).toBeUndefined();
  await stores(noon - 3_600_000);
  expect([freshness.newestStored(), freshness.secondsBehind()]).toEqual([noon - 3_600_000, 0]);
  await stores(noon);
  await leaves(noon + 100_000);
  await leaves(noon + 500_000);
  expect(freshness.secondsBehind()).toBe(400);
  await stores(noon + 501_000);
  expect(freshness.secondsBehind()).toBe(0);
  at(noon + 3_600_000);
  expect(freshness.secondsBehind()).toBe(0);
  await leaves(noon + 3_600_000);
  expect(freshness.secondsBehind()).toBe(0);
});

test('requests of pages are no pings: stored ones hide no refused ping, and refused ones are none', async () => {
  const { freshness, stores, leave, storeRequest } = consumer();
  await storeRequest(noon);
  expect(freshness.newestStored()).toBeUndefined();
  await stores(noon);
  for (const seconds of [100, 500]) {
    const [ping, request] = [received([noon + seconds * 1000]), requested([noon + seconds * 1000], 1)];
    await storeRequest(noon + seconds * 1000);
    const offsets = [...ping.offsets, ...request.offsets];
    await leave({ ...ping, offsets, values: [...ping.values, ...request.values] });
  }
  await leave(requested([noon + 900_000]));
  expect([freshness.newestStored(), freshness.secondsBehind()]).toEqual([noon, 400]);
});

test('nonsense counts as come just now', async () => {
  const { freshness, leave, at } = consumer();
  const nonsense = { partition: 0, offsets: [0n], values: [Buffer.from('nonsense')] };
  await leave(nonsense);
  at(noon + 400_000);
  await leave(nonsense);
  expect(freshness.secondsBehind()).toBe(400);
});
