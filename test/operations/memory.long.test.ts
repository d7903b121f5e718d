import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';
// @ts-expect-error: jest's environment needs it as CommonJS, without types
import { residentOnceOf } from '../harness/times/processes.cjs';

/**
 * The whole service in 800 MB, the least that the documentation promises (0046). ClickHouse gets half of a container's memory: its limit is
 * set here, because not every machine lets a test make control groups.
 */
const mebibyte = 1024 ** 2;
const least = 800;
const key = 'the key of the small service';
const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-memory-'));
let program: Program | undefined;
let [query, ingest, clickhouse] = [0, 0, 0];

beforeAll(async () => {
  [query, ingest, clickhouse] = [await freePort(), await freePort(), await freePort()];
  program = await startProgram([process.execPath, 'dist/standalone.js'], {
    env: {
      DATA_DIR: folder,
      API_KEY: key,
      QUERY_PORT: `${query}`,
      INGEST_PORT: `${ingest}`,
      CLICKHOUSE_HTTP_PORT: `${clickhouse}`,
      CLICKHOUSE_MEMORY_MB: `${least / 2}`,
      GEOIP_DB: 'off',
      LOG_LEVEL: 'error',
    },
    readyUrls: [`http://127.0.0.1:${query}/readyz`, `http://127.0.0.1:${ingest}/readyz`],
  });
});
afterAll(async () => {
  await program?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
});

async function insert(rows: number, from: number): Promise<number> {
  const { writer } = JSON.parse(readFileSync(join(folder, 'clickhouse/passwords.json'), 'utf8'));
  const response = await fetch(`http://127.0.0.1:${clickhouse}/?database=tallyhouse`, {
    method: 'POST',
    headers: { 'X-ClickHouse-User': 'writer', 'X-ClickHouse-Key': writer },
    body: `insert into pings
        (site_id, pinged_at, received_at, visitor_id, session_id, pageview_id, ping_id, page_path, city, screen)
      select 'blog', now64(3, 'UTC') - interval (${from} + number) second as at, at,
        dateTimeToUUIDv7(toDateTime(at, 'UTC')) as id, id, id, id,
        concat('/', toString(${from} + number)), concat('City ', toString(number % 5000)), toString(number % 6)
      from numbers(${rows}) settings max_threads = 1, max_block_size = 5000, min_insert_block_size_rows = 5000,
        min_insert_block_size_bytes = 0`,
  });
  await response.arrayBuffer();
  return response.status;
}

async function report(path: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`http://127.0.0.1:${query}/api/v1${path}`, { headers });
  await response.arrayBuffer();
  return response.status;
}

test('four queries that want too much are refused, all processes stay within it, and reports and pings go on', async () => {
  // As the consumer does, which tries again when ClickHouse has no memory for a moment.
  for (let from = 0; from < 150_000; from += 10_000) await eventually(() => insert(10_000, from), 200);
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentOnceOf(program?.pid));
  }, 250);
  const large = '/query?period=7d&dimensions=page,city,screen&metrics=pageviews,visits,visitors&limit=2';
  const statuses = await Promise.all(['', '', '', ''].map(() => report(large)));
  expect(statuses.filter((status) => ![200, 503, 504].includes(status))).toEqual([]);
  expect(statuses).toContain(503);
  await eventually(() => report('/overview?period=today'), 200);
  clearInterval(sampling);
  expect(peak).toBeGreaterThan(0);
  expect(peak / mebibyte).toBeLessThan(least);
  const ping = await fetch(`http://127.0.0.1:${ingest}/api/ping`, {
    method: 'POST',
    headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' },
    body: JSON.stringify({ url: 'https://example.org/', site_id: 'blog' }),
  });
  expect(await ping.json()).toEqual({ accepted: 1, dropped: [] });
});
