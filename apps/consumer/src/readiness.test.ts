import type { SettledState } from '@tallyhouse/settle';
import { type ReadinessDeps, readinessOf } from './readiness.ts';

const limits = { MAX_LAG_SECONDS: 300, MAX_PARTS: 600 };

/** The result of a check on a consumer whose only fault is this. */
async function check(name: string, about: Partial<ReadinessDeps>): Promise<string> {
  const deps: ReadinessDeps = {
    settling: { state: () => [], clocks: () => [] },
    writer: { check: async () => {} },
    reader: { check: async () => {} },
    servers: [],
    hasPartition: (partition) => partition < 4,
    monitor: { lags: () => [] },
    freshness: { secondsBehind: () => 0 },
    parts: [],
    ...about,
  };
  const asked = readinessOf(limits, deps)[name] ?? (() => Promise.reject(new Error('no such check')));
  return asked().then(() => 'ok', String);
}

test('a consumer that reads partitions without a shard says how it gets one', async () => {
  const lags = [3, 4, 5].map((partition) => ({ partition, messages: 0, seconds: 0 }));
  const said =
    'partitions 4 to 5 came after the start of this consumer, and their pings wait: start it again, with the CLICKHOUSE_SHARDS of';
  expect(await check('clickhouse', { monitor: { lags: () => lags } })).toContain(said);
});

test('a server that is silent is named', async () => {
  const server = (name: string, answers: boolean) => ({
    name,
    client: { ping: () => new Promise<{ success: boolean }>((done) => answers && done({ success: true })) },
    ready: async () => {},
  });
  const servers = [server('shard 1', true), server('shard 2', false)];
  expect(await check('clickhouse', { servers })).toBe('Error: shard 2 does not answer');
});

const stale =
  'Error: settled_sessions of 2026-10-14 is 8 h stale (6 failures); the limit is 6 h. Reports are exact, but slower';
test.each([
  ['may be stale for six hours', 6, 0, 'ok'],
  ['that is stale for longer is named, with its day and how often it failed', 8, 6, stale],
])('a table of settled days %s', async (_, hours, failures, said) => {
  const [dueDate, rebuiltAt] = [undefined, undefined];
  const fresh = { table: 'settled_totals', dueSeconds: 0, dueDate, failures: 0, rebuiltAt };
  const due = { table: 'settled_sessions', dueSeconds: hours * 3600, dueDate: '2026-10-14', failures };
  const states: SettledState[] = [fresh, { ...fresh, ...due }];
  expect(await check('settled', { settling: { state: () => states, clocks: () => [] } })).toBe(said);
});

test.each([
  ['agrees', 0, 0, 'ok'],
  ['is as far ahead as it may be', 30, 0, 'ok'],
  ['is ahead', 31, 0, "ClickHouse's clock is 31 s ahead of that of this consumer"],
  ['is behind', -7200, 0, "ClickHouse's clock is 7200 s behind that of this consumer"],
  ['was ahead once', 0, 86_400, 'its watermark is 86400 s in the future'],
])("ClickHouse's clock %s", async (_, aheadSeconds, watermarkAheadSeconds, said) => {
  const clocks = () => [{ shard: undefined, aheadSeconds, watermarkAheadSeconds }];
  expect(await check('clock', { settling: { state: () => [], clocks } })).toContain(said);
});

const ofLag = (seconds: number) => ({ monitor: { lags: () => [{ partition: 0, messages: 7, seconds }] } });
const ofFreshness = (seconds: number) => ({ freshness: { secondsBehind: () => seconds } });
const ofParts = (count: number) => ({ parts: [{ name: 'a', shard: undefined, count: async () => count }] });
test.each<[string, number, (measured: number) => Partial<ReadinessDeps>, string]>([
  ['lag', 300, ofLag, 'partition 0 is 301 s and 7 messages behind; the limit is 300 s'],
  ['freshness', 300, ofFreshness, 'pings arrive, but none was stored for 301 s; the limit is 300 s'],
  ['parts', 600, ofParts, 'a partition has 601 parts; the limit is 600'],
])('%s is fine at its limit, %d, and above it is not', async (name, limit, about, said) => {
  const checks = [limit, limit + 1].map((measured) => check(name, about(measured)));
  expect(await Promise.all(checks)).toEqual(['ok', `Error: ${said}`]);
});
