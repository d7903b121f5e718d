import { statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mountSmallDisk, type SmallDisk } from '../faults/cluster/small-disk.ts';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';

const mebibyte = 1024 * 1024;
const floor = 100;
const key = 'the-key-of-the-tests';
let disk: SmallDisk;
let program: Program;
let urls: { query: string; ingest: string };

beforeAll(async () => {
  disk = mountSmallDisk(300);
  const [query, ingest] = [await freePort(), await freePort()];
  urls = { query: `http://127.0.0.1:${query}`, ingest: `http://127.0.0.1:${ingest}` };
  program = await startProgram([process.execPath, 'dist/standalone.js'], {
    env: {
      DATA_DIR: disk.folder,
      API_KEY: key,
      QUERY_PORT: `${query}`,
      INGEST_PORT: `${ingest}`,
      CLICKHOUSE_HTTP_PORT: '0',
      GEOIP_DB: 'off',
      DISK_FLOOR_MB: `${floor}`,
    },
    readyUrls: [`${urls.query}/readyz`, `${urls.ingest}/readyz`],
  });
});
afterAll(async () => {
  await program?.end('SIGTERM');
  disk.remove();
});

/** Filling the disk takes longer than a connection is kept alive. */
const once = { connection: 'close' };
const withKey = { ...once, authorization: `Bearer ${key}` };

async function ping(path: string, headers: Record<string, string> = once) {
  const response = await fetch(`${urls.ingest}/api/ping`, {
    method: 'POST',
    headers: {
      'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
      ...headers,
    },
    body: JSON.stringify({ page_path: path }),
  });
  return { status: response.status, text: await response.text() };
}

async function pageviews(): Promise<number> {
  const response = await fetch(`${urls.query}/api/v1/overview?period=1h`, { headers: withKey });
  return Number(/"pageviews":(\d+)/.exec(await response.text())?.[1]);
}

const ready = async () => (await fetch(`${urls.ingest}/readyz`, { headers: once })).status;

test('on a nearly full disk only pings with the key are accepted, and acknowledged ones stay', async () => {
  expect(await ping('/before')).toMatchObject({ status: 202 });

  const { bavail, bsize } = statfsSync(disk.folder);
  const filler = join(disk.folder, 'filler');
  writeFileSync(filler, Buffer.alloc(bavail * bsize - (floor - 30) * mebibyte));
  while ((await ready()) === 200) await sleep(50);
  expect(await ping('/stranger')).toEqual({
    status: 503,
    text: '{"error":{"code":"unavailable","message":"The server\'s disk is nearly full: only pings with the key are accepted."}}',
  });
  expect(await ping('/known', withKey)).toMatchObject({ status: 202 });
  const readiness: unknown = await (await fetch(`${urls.ingest}/readyz`, { headers: once })).json();
  expect(readiness).toEqual({
    status: 'unavailable',
    checks: {
      log: 'ok',
      disk: expect.stringMatching(/^\d+ MiB of disk space are free; DISK_FLOOR_MB is 100$/),
    },
  });
  const metrics = await (await fetch(`${urls.ingest}/metrics`, { headers: withKey })).text();
  const free = Number(/^tallyhouse_ingest_disk_free_bytes (\d+)$/m.exec(metrics)?.[1]);
  expect([free > 0, free < floor * mebibyte]).toEqual([true, true]);
  expect(metrics).toContain(`tallyhouse_ingest_disk_floor_bytes ${floor * mebibyte}`);

  disk.free();
  while ((await ready()) !== 200) await sleep(50);
  expect(await ping('/after')).toMatchObject({ status: 202 });
  while ((await pageviews()) < 3) await sleep(50);
  expect(await pageviews()).toBe(3);
});
