import { readFileSync } from 'node:fs';
import { forAllTests, key } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { beHostile } from './be-hostile.ts';
import { documentedMetrics } from './documented-metrics.ts';
import { type Exposition, scrape } from './exposition.ts';
import { type App, apps, startApps } from './running-apps.ts';

/** The metrics of separate apps, once something of every kind has happened to them. */

const running = forAllTests(() => startApps({ RATE_LIMIT: '1', RATE_LIMIT_BURST: '1', TRUST_PROXY: '1' }));
const statuses: Record<'pings' | 'reports', number[]> = { pings: [], reports: [] };
/** The final metrics of the apps, and the consumer's once the pings were stored. */
const afterwards = new Map<App, Exposition>();
let pingsStored: Exposition;

const consumed = async (metric: string) => (await scrape(running.urls.consumer)).samples.get(metric);

beforeAll(async () => {
  const address = { 'X-Forwarded-For': '203.0.113.7' };
  // That exceeds the limit by ten minutes of its allowance.
  statuses.pings.push(await running.ping(Array(500).fill({ page_path: '/a' }), address));
  statuses.pings.push(await running.ping({ page_path: '/' }, { 'User-Agent': 'curl/8.0' }));
  statuses.pings.push(await running.ping({ page_path: '/' }, address));
  statuses.pings.push(await running.ping({ page_path: 1 }));
  statuses.pings.push(await running.ping({}));
  const asset = { timestamp: Date.now(), path: '/a.css', status: 200, user_agent: '', ip: '203.0.113.7' };
  const crawled = await fetch(`${running.urls.ingest}/api/crawl`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify(asset),
  });
  statuses.pings.push(crawled.status);
  // The dropped ping counts, too: its account is a row, and so is the crawler's request.
  await eventually(() => consumed('tallyhouse_consumer_rows_stored_total'), 502);
  pingsStored = await scrape(running.urls.consumer);
  await running.log.writer().append([{ key: 'x', value: Buffer.from('nonsense') }]);
  await eventually(() => consumed('tallyhouse_consumer_dead_letters_total'), 1);
  for (const path of ['/overview?site_id=blog', '/pages/%2Fa/engagement', '/overview?limit=x', '/nothing'])
    statuses.reports.push(await running.report(path));
  statuses.reports.push(await running.report('/overview', 'Bearer wrong'));
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'overview', arguments: {} } };
  const called = await fetch(`${running.urls.query}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify(call),
  });
  statuses.reports.push(called.status);
  for (const app of apps) afterwards.set(app, await scrape(running.urls[app]));
});

/** The samples of a metric that are not 0, by their labels. */
function counted(name: string, exported = afterwards.get(appOf(name))): Record<string, number> {
  const own = [...(exported?.samples ?? [])].filter(([sample]) => sample.replace(/\{.*/, '') === name);
  const some = own.filter(([, value]) => value !== 0);
  return Object.fromEntries(some.map(([sample, value]) => [sample.slice(name.length), value]));
}

const appOf = (name: string) => apps.find((app) => name.startsWith(`tallyhouse_${app}_`)) ?? 'ingest';

test('a ping is counted by what became of it, and stored ones by the consumer', () => {
  expect(statuses.pings).toEqual([202, 202, 429, 400, 400, 202]);
  expect(counted('tallyhouse_ingest_pings_total')).toEqual({
    '{outcome="accepted",reason=""}': 500,
    '{outcome="dropped",reason="bot"}': 1,
    '{outcome="rate_limited",reason=""}': 1,
    '{outcome="rejected",reason="page_path"}': 2,
  });
  expect(counted('tallyhouse_ingest_site_pings_total')).toEqual({ '{site="blog"}': 500 });
  expect(counted('tallyhouse_ingest_requests_total')).toMatchObject({
    '{route="ping",status="202"}': 2,
    '{route="ping",status="400"}': 2,
    '{route="ping",status="429"}': 1,
  });
  expect(counted('tallyhouse_ingest_request_duration_seconds_count')).toEqual({
    '{route="ping"}': 5,
    '{route="crawl"}': 1,
  });
  expect(counted('tallyhouse_ingest_crawl_lines_total')).toEqual({ '{outcome="dropped",reason="asset"}': 1 });
  expect(counted('tallyhouse_ingest_append_messages_sum')).toEqual({ '': 502 });
  expect(counted('tallyhouse_consumer_batch_rows_sum', pingsStored)).toEqual({ '': 502 });
  expect(counted('tallyhouse_consumer_lag_seconds', pingsStored)).toEqual({});
  const newest = counted('tallyhouse_consumer_newest_stored_ping_timestamp_seconds', pingsStored);
  expect(Math.abs(Date.now() / 1000 - (newest[''] ?? 0))).toBeLessThan(600);
});

test('a message that cannot be stored is counted', () => {
  expect(counted('tallyhouse_consumer_insert_errors_total')).toEqual({ '{kind="content"}': 1 });
});

test('how late rules may be judged is five minutes, of a short ALERT_SECONDS', () => {
  expect(counted('tallyhouse_notify_success_limit_seconds')).toEqual({ '': 300 });
});

test('a report is counted by endpoint and status, never by its parameters', () => {
  expect(statuses.reports).toEqual([200, 200, 400, 404, 401, 200]);
  expect(counted('tallyhouse_query_requests_total')).toEqual({
    '{endpoint="/mcp",status="200"}': 1,
    '{endpoint="/overview",status="200"}': 1,
    '{endpoint="/overview",status="400"}': 1,
    '{endpoint="/pages/:encoded_page_path/engagement",status="200"}': 1,
    '{endpoint="other",status="404"}': 1,
    '{endpoint="other",status="401"}': 1,
  });
  const calls = counted('tallyhouse_query_tool_calls_total');
  expect(calls).toEqual({ '{endpoint="/overview",status="200"}': 1 });
  const rows = counted('tallyhouse_query_clickhouse_rows_read_total');
  expect(rows['{endpoint="/pages/:encoded_page_path/engagement"}']).toBeGreaterThan(0);
  expect(counted('tallyhouse_query_concurrent_requests')).toEqual({});
});

test('the public ports want the key for their metrics, the others, which are not public, do not', async () => {
  const statusOf = async (app: App) => (await fetch(`${running.urls[app]}/metrics`)).status;
  expect(await Promise.all(apps.map(statusOf))).toEqual([401, 200, 401, 200]);
});

test('metrics are text for Prometheus, and cannot be posted', async () => {
  for (const url of Object.values(running.urls)) {
    const { headers } = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${key}` } });
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(405);
  }
});

/** Our metrics of all apps with their labels. Node's own metrics change their labels over time. */
function ours(): Record<string, string[]> {
  const labels = new Map<string, string[]>();
  for (const { metrics } of afterwards.values())
    for (const [name, own] of metrics) labels.set(name, [...(labels.get(name) ?? []), ...own]);
  const named = [...labels].filter(([name]) => name.startsWith('tallyhouse_'));
  return Object.fromEntries(named.map(([name, own]) => [name, [...new Set(own)].sort()]));
}

test('docs/operations/monitoring.md has every metric that the apps export, ours with their labels, and no other', () => {
  const documented = documentedMetrics();
  const exported = [...afterwards.values()].flatMap(({ metrics }) => [...metrics.keys()]);
  expect([...documented.keys()].sort()).toEqual([...new Set(exported)].sort());
  const own = [...documented].filter(([name]) => name.startsWith('tallyhouse_'));
  expect(Object.fromEntries(own)).toEqual(ours());
});

test('metrics are named as Prometheus has it: counters end in _total, and have a base unit', () => {
  const names = Object.keys(ours());
  expect(names.filter((name) => /milli|_ms\b|minute|kilo|mega|percent/.test(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(30);
});

test('alerts compare a quantile with the bound of a bucket, within which it is a guess', () => {
  const alerts = readFileSync('deploy/prometheus/alerts.yml', 'utf8');
  const compared = [...alerts.matchAll(/histogram_quantile\(.*\b(\w+_bucket)\b.*\s+> (\S+)/g)];
  expect(compared).toHaveLength(4);
  for (const [, name = '', bound] of compared) {
    const buckets = [...(afterwards.get(appOf(name))?.samples.keys() ?? [])];
    expect(buckets.filter((sample) => sample.startsWith(name)).join()).toContain(`le="${bound}"`);
  }
});

test('no label has a value chosen by a sender or caller, except site, whose number is bounded', async () => {
  const labels = [...new Set(Object.values(ours()).flat())].sort();
  const ofRequests = ['channel', 'endpoint', 'kind', 'outcome', 'reason', 'route', 'site', 'status', 'when'];
  expect(labels).toEqual([...ofRequests, 'file', 'partition', 'state', 'table', 'version'].sort());

  const all = await series();
  await Promise.all(Array.from({ length: 12 }, (_, number) => beHostile(running.urls, `zq${number}`)));
  const added = (await series()).filter((name) => !all.includes(name));
  expect(added.filter((name) => /zq/i.test(name))).toEqual([]);
  // New statuses, fields and endpoints.
  expect(added.length).toBeLessThan(100);

  const sites = Array.from({ length: 1000 }, (_, number) => ({ page_path: '/', site_id: `site-${number}` }));
  for (const from of [0, 500]) await running.ping(sites.slice(from, from + 500));
  const { samples } = await scrape(running.urls.ingest);
  expect([...samples.keys()].filter((name) => name.startsWith(sitePings))).toHaveLength(501);
});

const sitePings = 'tallyhouse_ingest_site_pings_total{';

/** Our series of all apps, except those of sites. */
async function series(): Promise<string[]> {
  const exported = await Promise.all(apps.map((app) => scrape(running.urls[app])));
  const names = exported.flatMap(({ samples }) => [...samples.keys()]);
  return names.filter((name) => name.startsWith('tallyhouse_') && !name.startsWith(sitePings));
}
