import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { key } from '../api/query-service.ts';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { scrape } from './exposition.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-operations-'));
let program: Program;
let urls: { query: string; ingest: string };
beforeAll(async () => {
  const [query, ingest] = [await freePort(), await freePort()];
  urls = { query: `http://127.0.0.1:${query}`, ingest: `http://127.0.0.1:${ingest}` };
  program = await startProgram([process.execPath, 'dist/standalone.js'], {
    env: {
      DATA_DIR: folder,
      API_KEY: key,
      QUERY_PORT: `${query}`,
      INGEST_PORT: `${ingest}`,
      CLICKHOUSE_HTTP_PORT: '0',
    },
    readyUrls: [`${urls.query}/readyz`, `${urls.ingest}/readyz`],
  });
});
afterAll(async () => {
  await program?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

test("npm start reports the consumer's readiness at the query service's port", async () => {
  const response = await fetch(`${urls.query}/readyz/consumer`);
  expect(await response.json()).toEqual({
    status: 'ok',
    checks: { log: 'ok', clickhouse: 'ok', lag: 'ok', freshness: 'ok', parts: 'ok', settled: 'ok' },
  });
});

test('npm start reports the metrics of the whole process at each port', async () => {
  const [atQuery, atIngest] = await Promise.all([scrape(urls.query), scrape(urls.ingest)]);
  expect([...atQuery.metrics.keys()]).toEqual([...atIngest.metrics.keys()]);
  for (const app of ['ingest', 'consumer', 'query']) {
    expect([...atQuery.metrics.keys()].some((name) => name.startsWith(`tallyhouse_${app}_`))).toBe(true);
  }
});

test('with METRICS_PORT that port reports the whole process without a key, and public ports report nothing', async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), 'tallyhouse-operations-'));
  const [query, ingest, metrics] = [await freePort(), await freePort(), await freePort()];
  const at = (port: number, path: string) => `http://127.0.0.1:${port}${path}`;
  const second = await startProgram([process.execPath, 'dist/standalone.js'], {
    env: {
      DATA_DIR: elsewhere,
      API_KEY: key,
      QUERY_PORT: `${query}`,
      INGEST_PORT: `${ingest}`,
      METRICS_PORT: `${metrics}`,
      CLICKHOUSE_HTTP_PORT: '0',
    },
    readyUrls: [at(metrics, '/readyz'), at(query, '/readyz'), at(ingest, '/readyz')],
  });
  try {
    expect(await (await fetch(at(metrics, '/readyz'))).json()).toEqual({
      status: 'ok',
      checks: {
        'query clickhouse': 'ok',
        'consumer log': 'ok',
        'consumer clickhouse': 'ok',
        'consumer lag': 'ok',
        'consumer freshness': 'ok',
        'consumer parts': 'ok',
        'consumer settled': 'ok',
        'ingest log': 'ok',
        'ingest disk': 'ok',
      },
    });
    expect(await (await fetch(at(metrics, '/healthz'))).json()).toEqual({ status: 'ok' });
    const own = await (await fetch(at(metrics, '/metrics'))).text();
    for (const app of ['ingest', 'consumer', 'query']) expect(own).toContain(`\ntallyhouse_${app}_`);
    const withKey = { headers: { authorization: `Bearer ${key}` } };
    const inPublic = await Promise.all([query, ingest].map((port) => fetch(at(port, '/metrics'), withKey)));
    expect(inPublic.map(({ status }) => status)).toEqual([404, 404]);
  } finally {
    await second.end('SIGTERM');
    rmSync(elsewhere, { recursive: true, force: true });
  }
});
