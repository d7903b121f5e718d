import type { BatchControl, LogBatch } from '@tallyhouse/log';
import { createFreshness } from './freshness.ts';

const noon = Date.UTC(2026, 10, 21, 12);
const control: BatchControl = { heartbeat: async () => {}, abandoned: () => false };

function batch(receivedAt: number): LogBatch {
  const hex = receivedAt.toString(16).padStart(12, '0');
  const value = Buffer.from(`["${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000"]`);
  return { partition: 0, offsets: [0n], values: [value] };
}

/** What a consumer does: `stores` or leaves what comes (to the dead letters). */
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
    stores: (arrived: LogBatch) => stores(arrived, control),
    leaves: (arrived: LogBatch) => leaves(arrived, control),
  };
}

test('what is stored as it comes is fresh, however old it is', async () => {
  const { freshness, stores } = consumer();
  expect(freshness.newestStored()).toBeUndefined();
  await stores(batch(noon - 3_600_000));
  expect([freshness.newestStored(), freshness.secondsBehind()]).toEqual([noon - 3_600_000, 0]);
});

test('a silence makes nothing stale', async () => {
  const { freshness, stores, at } = consumer();
  await stores(batch(noon));
  at(noon + 3_600_000);
  expect(freshness.secondsBehind()).toBe(0);
});

test('pings that come and are not stored make it stale, until one is', async () => {
  const { freshness, stores, leaves } = consumer();
  await stores(batch(noon));
  await leaves(batch(noon + 100_000));
  await leaves(batch(noon + 500_000));
  expect(freshness.secondsBehind()).toBe(400);
  await stores(batch(noon + 501_000));
  expect(freshness.secondsBehind()).toBe(0);
});

test('one that is not stored after a silence does not', async () => {
  const { freshness, stores, leaves } = consumer();
  await stores(batch(noon));
  await leaves(batch(noon + 3_600_000));
  expect(freshness.secondsBehind()).toBe(0);
});

test('nonsense counts as come just now', async () => {
  const { freshness, leaves, at } = consumer();
  const nonsense = { partition: 0, offsets: [0n], values: [Buffer.from('nonsense')] };
  await leaves(nonsense);
  at(noon + 400_000);
  await leaves(nonsense);
  expect(freshness.secondsBehind()).toBe(400);
});
