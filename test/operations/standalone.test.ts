import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
      QUERY_PORT: `${query}`,
      INGEST_PORT: `${ingest}`,
      CLICKHOUSE_HTTP_PORT: '0',
    },
    readyUrls: [`${urls.query}/readyz`, `${urls.ingest}/readyz`],
  });
}, 60_000);
afterAll(async () => {
  await program?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

test("npm start tells of the consumer's readiness at the query service's port", async () => {
  const response = await fetch(`${urls.query}/readyz/consumer`);
  expect(await response.json()).toEqual({
    status: 'ok',
    checks: { log: 'ok', clickhouse: 'ok', lag: 'ok', freshness: 'ok', parts: 'ok', rollups: 'ok' },
  });
});

test('npm start tells of the whole process at each port', async () => {
  const [atQuery, atIngest] = await Promise.all([scrape(urls.query), scrape(urls.ingest)]);
  expect([...atQuery.metrics.keys()]).toEqual([...atIngest.metrics.keys()]);
  for (const app of ['ingest', 'consumer', 'query']) {
    expect([...atQuery.metrics.keys()].some((name) => name.startsWith(`tallyhouse_${app}_`))).toBe(true);
  }
});
