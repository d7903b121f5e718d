import { setTimeout as sleep } from 'node:timers/promises';
import { key } from '../api/query-service.ts';
import { scrape } from './exposition.ts';
import { startApps } from './running-apps.ts';

type Apps = Awaited<ReturnType<typeof startApps>>;

let apps: Apps;
beforeAll(async () => {
  apps = await startApps({ RATE_LIMIT: '1', RATE_LIMIT_BURST: '1', TRUST_PROXY: '1' });
});
afterAll(() => apps.stop());

/** The samples of a metric that are not 0, by their labels. */
async function counted(app: 'ingest' | 'consumer' | 'query', name: string): Promise<Record<string, number>> {
  const { samples } = await scrape(apps.urls[app]);
  const own = [...samples].filter(([sample, value]) => sample.replace(/\{.*/, '') === name && value !== 0);
  return Object.fromEntries(own.map(([sample, value]) => [sample.slice(name.length), value]));
}

async function until(app: 'consumer', name: string, value: number): Promise<void> {
  while ((await counted(app, name))[''] !== value) await sleep(50);
}

test('a ping is counted by what became of it, and stored ones by the consumer', async () => {
  const curl = { 'User-Agent': 'curl/8.0' };
  const address = { 'X-Forwarded-For': '203.0.113.7' };
  // It owes the limit ten minutes then.
  expect(await apps.ping(Array(500).fill({ page_path: '/a' }), address)).toBe(202);
  expect(await apps.ping({ page_path: '/' }, curl)).toBe(202);
  expect(await apps.ping({ page_path: '/' }, address)).toBe(429);
  expect(await apps.ping({ page_path: 1 })).toBe(400);
  expect(await apps.ping({})).toBe(400);
  expect(await counted('ingest', 'tallyhouse_ingest_pings_total')).toEqual({
    '{outcome="accepted",reason=""}': 500,
    '{outcome="dropped",reason="bot"}': 1,
    '{outcome="rate_limited",reason=""}': 1,
    '{outcome="rejected",reason="page_path"}': 2,
  });
  expect(await counted('ingest', 'tallyhouse_ingest_site_pings_total')).toEqual({ '{site="blog"}': 500 });
  expect(await counted('ingest', 'tallyhouse_ingest_requests_total')).toMatchObject({
    '{route="ping",status="202"}': 2,
    '{route="ping",status="400"}': 2,
    '{route="ping",status="429"}': 1,
  });
  expect(await counted('ingest', 'tallyhouse_ingest_request_duration_seconds_count')).toEqual({
    '{route="ping"}': 5,
  });
  expect(await counted('ingest', 'tallyhouse_ingest_append_messages_sum')).toEqual({ '': 501 });

  // The dropped one too: its bare fact is a row.
  await until('consumer', 'tallyhouse_consumer_rows_stored_total', 501);
  expect(await counted('consumer', 'tallyhouse_consumer_batch_rows_sum')).toEqual({ '': 501 });
  expect(await counted('consumer', 'tallyhouse_consumer_lag_seconds')).toEqual({});
  const newest = await counted('consumer', 'tallyhouse_consumer_newest_stored_ping_timestamp_seconds');
  expect(Math.abs(Date.now() / 1000 - (newest[''] ?? 0))).toBeLessThan(600);
});

test('a message that cannot be stored is counted', async () => {
  await apps.log.writer().append([{ key: 'x', value: Buffer.from('nonsense') }]);
  await until('consumer', 'tallyhouse_consumer_dead_letters_total', 1);
  expect(await counted('consumer', 'tallyhouse_consumer_insert_errors_total')).toEqual({
    '{kind="content"}': 1,
  });
});

test('a report is counted by endpoint and status, never by its parameters', async () => {
  expect(await apps.report('/overview?site_id=blog')).toBe(200);
  expect(await apps.report('/pages/%2Fa/engagement')).toBe(200);
  expect(await apps.report('/overview?limit=x')).toBe(400);
  expect(await apps.report('/nothing')).toBe(404);
  expect(await apps.report('/overview', 'Bearer wrong')).toBe(401);
  expect(await counted('query', 'tallyhouse_query_requests_total')).toEqual({
    '{endpoint="/overview",status="200"}': 1,
    '{endpoint="/overview",status="400"}': 1,
    '{endpoint="/pages/:encoded_page_path/engagement",status="200"}': 1,
    '{endpoint="other",status="404"}': 1,
    '{endpoint="other",status="401"}': 1,
  });
  const rows = await counted('query', 'tallyhouse_query_clickhouse_rows_read_total');
  expect(rows['{endpoint="/pages/:encoded_page_path/engagement"}']).toBeGreaterThan(0);
  expect(await counted('query', 'tallyhouse_query_concurrent_requests')).toEqual({});
});

test('the public ports want the key for their metrics, the consumer, which is not public, does not', async () => {
  const statuses = await Promise.all(
    [apps.urls.ingest, apps.urls.query, apps.urls.consumer].map(
      async (url) => (await fetch(`${url}/metrics`)).status,
    ),
  );
  expect(statuses).toEqual([401, 401, 200]);
});

test('metrics are text for Prometheus, and cannot be posted', async () => {
  for (const url of Object.values(apps.urls)) {
    const { headers } = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
  }
});
