import type { SettledState } from '@tallyhouse/settle';
import { type ReadinessDeps, readinessOf } from './readiness.ts';

const state = (about: Partial<SettledState>): SettledState => ({
  table: 'settled_totals',
  dueSeconds: 0,
  dueDate: undefined,
  failures: 0,
  rebuiltAt: undefined,
  ...about,
});

/** The one check, of tables in these states. */
async function settledCheck(...states: SettledState[]): Promise<string> {
  const deps = { settling: { state: () => states } } satisfies Partial<ReadinessDeps>;
  const { settled } = readinessOf({ MAX_LAG_SECONDS: 300, MAX_PARTS: 600 }, { ...others, ...deps });
  return (settled?.() ?? Promise.reject(new Error('no such check'))).then(() => 'ok', String);
}

const others: Omit<ReadinessDeps, 'settling'> = {
  writer: { check: async () => {} },
  reader: { check: async () => {} },
  servers: [],
  hasPartition: (partition) => partition < 4,
  monitor: { lags: () => [] },
  freshness: { secondsBehind: () => 0 },
  parts: [],
};

test('a consumer that reads partitions without a shard says how it gets one', async () => {
  const lags = [3, 4, 5].map((partition) => ({ partition, messages: 0, seconds: 0 }));
  const { clickhouse } = readinessOf(
    { MAX_LAG_SECONDS: 300, MAX_PARTS: 600 },
    { ...others, settling: { state: () => [] }, monitor: { lags: () => lags } },
  );
  await expect(clickhouse?.()).rejects.toThrow(
    'partitions 4 to 5 came after the start of this consumer, and their pings wait: start it again, with the CLICKHOUSE_SHARDS of',
  );
});

test('a day may be stale for six hours', async () => {
  const stale = state({ table: 'settled_sessions', dueSeconds: 6 * 3600, dueDate: '2026-10-14' });
  expect(await settledCheck(state({}), stale)).toBe('ok');
});

test('one that is stale for longer is named, with its day and how often it failed', async () => {
  const stale = state({
    table: 'settled_sessions',
    dueSeconds: 8 * 3600,
    dueDate: '2026-10-14',
    failures: 6,
  });
  expect(await settledCheck(state({}), stale)).toBe(
    'Error: settled_sessions of 2026-10-14 is 8 h stale (6 failures); the limit is 6 h. Reports are exact, but slower',
  );
});
