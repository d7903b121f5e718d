import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childrenOf } from '../harness/children.ts';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-workers-'));
const key = 'the-key-of-the-tests';
let ports: { query: number; ingest: number };
let program: Program;
const ingestUrl = () => `http://127.0.0.1:${ports.ingest}`;
const workers = () => childrenOf(program.pid, 'standalone.js');

beforeAll(async () => {
  ports = { query: await freePort(), ingest: await freePort() };
  program = await start();
}, 60_000);

afterAll(async () => {
  await program?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

function start(): Promise<Program> {
  return startProgram([process.execPath, 'dist/standalone.js'], {
    env: {
      DATA_DIR: folder,
      API_KEY: key,
      QUERY_PORT: `${ports.query}`,
      INGEST_PORT: `${ports.ingest}`,
      CLICKHOUSE_HTTP_PORT: '0',
      INGEST_WORKERS: '2',
    },
    readyUrls: [`http://127.0.0.1:${ports.query}/readyz`, `${ingestUrl()}/readyz`],
  });
}

/** Each over a connection of its own, so that both workers get some. */
async function sendPings(count: number): Promise<void> {
  for (let sent = 0; sent < count; sent++) {
    const response = await fetch(`${ingestUrl()}/api/ping`, {
      method: 'POST',
      headers: {
        'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
        Connection: 'close',
      },
      body: JSON.stringify({ url: 'https://example.org/' }),
    });
    expect(await response.json()).toEqual({ accepted: 1, dropped: [] });
  }
}

async function acceptedInMetrics(): Promise<number> {
  const text = await (
    await fetch(`${ingestUrl()}/metrics`, { headers: { authorization: `Bearer ${key}` } })
  ).text();
  return Number(/^tallyhouse_ingest_pings_total\{outcome="accepted".*\} (\d+)$/m.exec(text)?.[1]);
}

async function reportedPageviews(): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${ports.query}/api/v1/overview`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return Number(/"pageviews":(\d+)/.exec(await response.text())?.[1]);
}

test('two workers share the port, and /metrics is the sum of both', async () => {
  expect(workers()).toHaveLength(2);
  await sendPings(20);
  for (let asked = 0; asked < 4; asked++) expect(await acceptedInMetrics()).toBe(20);
  while ((await reportedPageviews()) < 20) await sleep(50);
  expect(await reportedPageviews()).toBe(20);
}, 60_000);

test('no worker outlives the process that started it', async () => {
  const orphans = workers();
  process.kill(program.pid, 'SIGKILL');
  await program.ended;
  const alive = (pid: number) => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  while (orphans.some(alive)) await sleep(20);
  program = await start();
  expect(workers()).toHaveLength(2);
}, 60_000);

test('SIGTERM ends all of them in order', async () => {
  expect(await program.end('SIGTERM')).toBe(0);
  program = await start();
}, 60_000);

test('a port that is taken is said, and the start fails', async () => {
  const second = await startProgram([process.execPath, 'dist/ingest.js'], {
    env: {
      INGEST_PORT: `${ports.ingest}`,
      HOST: '127.0.0.1',
      INGEST_WORKERS: '2',
      IDENTITY_SECRET: 'sixteen letters!',
      KAFKA_BROKERS: process.env['TEST_KAFKA_BROKERS'] ?? '',
    },
    readyUrls: [],
  });
  expect(await second.ended).toBe(1);
  expect(second.output()).toContain(`Port ${ports.ingest} on 127.0.0.1 is taken by another program.`);
}, 60_000);
