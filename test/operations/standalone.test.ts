import { forAllTests, key } from '../api/query-service.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { browsers } from '../import/access-log.ts';
import { scrape } from './exposition.ts';
import { apps, consumerIsOk } from './running-apps.ts';
import { runStandalone } from './running-standalone.ts';

/** The metrics and readiness of `npm start`, at its two ports and at METRICS_PORT. */

let metricsUrl: string;
const plain = forAllTests(() => runStandalone());
const apart = forAllTests(async () => {
  const port = await freePort();
  metricsUrl = `http://127.0.0.1:${port}`;
  const stored = ['a', 'b'].map((site_id) => ({ site_id, pinged_at: Date.now() }));
  return runStandalone({ METRICS_PORT: `${port}`, SITES_SEEN_MAX: '1' }, stored);
});

const json = async (url: string): Promise<unknown> => (await fetch(url)).json();

test("npm start reports the consumer's readiness at the query service's port", async () => {
  await eventually(() => json(`${plain.queryUrl}/readyz/consumer`), { status: 'ok', checks: consumerIsOk });
});

test('the sites of its database are known, and no sender without the key makes one too many', async () => {
  const body = JSON.stringify(['c', 'b', 'a'].map((site_id) => ({ site_id, page_path: '/' })));
  const headers = { 'User-Agent': browsers.firefox };
  const response = await fetch(`${apart.ingestUrl}/api/ping`, { method: 'POST', body, headers });
  expect(await response.json()).toEqual({ accepted: 2, dropped: [{ index: 0, reason: 'unknown_site' }] });
});

test('npm start reports the metrics of the whole process at each port', async () => {
  const urls = [plain.queryUrl, plain.ingestUrl];
  const [atQuery = [], atIngest] = await Promise.all(
    urls.map(async (url) => [...(await scrape(url)).metrics.keys()]),
  );
  expect(atQuery).toEqual(atIngest);
  expect(apps.filter((app) => !atQuery.some((name) => name.startsWith(`tallyhouse_${app}_`)))).toEqual([]);
});

test('with METRICS_PORT that port reports the whole process without a key, and public ports report nothing', async () => {
  const ofConsumer = Object.entries(consumerIsOk).map(([name, ok]) => [`consumer ${name}`, ok]);
  const ofOthers = {
    'query clickhouse': 'ok',
    'ingest log': 'ok',
    'ingest disk': 'ok',
    'notify rules': 'ok',
  };
  const checks = { ...ofOthers, ...Object.fromEntries(ofConsumer) };
  await eventually(() => json(`${metricsUrl}/readyz`), { status: 'ok', checks });
  expect(await json(`${metricsUrl}/healthz`)).toEqual({ status: 'ok' });
  const own = await (await fetch(`${metricsUrl}/metrics`)).text();
  for (const app of apps) expect(own).toContain(`\ntallyhouse_${app}_`);
  const withKey = { headers: { authorization: `Bearer ${key}` } };
  const inPublic = [apart.queryUrl, apart.ingestUrl].map((url) => fetch(`${url}/metrics`, withKey));
  expect((await Promise.all(inPublic)).map(({ status }) => status)).toEqual([404, 404]);
});
