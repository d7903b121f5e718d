import type { RollupState } from '@tallyhouse/clickhouse';
import { type ReadinessDeps, readinessOf } from './readiness.ts';

const state = (about: Partial<RollupState>): RollupState => ({
  table: 'totals',
  dueSeconds: 0,
  dueDate: undefined,
  failures: 0,
  madeAt: undefined,
  ...about,
});

/** The one check, of rollups that stand like this. */
async function rollupsCheck(...states: RollupState[]): Promise<string> {
  const deps = { rollingUp: { state: () => states } } satisfies Partial<ReadinessDeps>;
  const { rollups } = readinessOf({ MAX_LAG_SECONDS: 300, MAX_PARTS: 600 }, { ...others, ...deps });
  return (rollups?.() ?? Promise.reject(new Error('no such check'))).then(() => 'ok', String);
}

const others: Omit<ReadinessDeps, 'rollingUp'> = {
  writer: { check: async () => {} },
  reader: { check: async () => {} },
  clickhouse: { ping: async () => ({ success: true }) },
  monitor: { lags: () => [] },
  freshness: { secondsBehind: () => 0 },
  countParts: async () => 0,
};

test('a rollup may be behind for six hours', async () => {
  const behind = state({ table: 'visits', dueSeconds: 6 * 3600, dueDate: '2026-10-14' });
  expect(await rollupsCheck(state({}), behind)).toBe('ok');
});

test('one that is behind for longer is named, with its day and how often it failed', async () => {
  const behind = state({ table: 'visits', dueSeconds: 8 * 3600, dueDate: '2026-10-14', failures: 6 });
  expect(await rollupsCheck(state({}), behind)).toBe(
    'Error: visits of 2026-10-14 is 8 h behind (6 failures); the limit is 6 h. Reports are exact, but slower',
  );
});
