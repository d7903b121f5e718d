import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouseClient } from '@clickhouse/client';
import { createClickHouse } from '@tallyhouse/clickhouse';
import { createLogger } from '@tallyhouse/service';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { expectLedger } from './ledger.ts';
import { type Load, startLoad } from './load.ts';
import type { Service } from './visit.ts';

const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-kill-'));
let ports: { query: number; ingest: number; clickhouse: number };
let program: Program;
let load: Load;
let client: ClickHouseClient;
let service: Service;

beforeAll(async () => {
  ports = { query: await freePort(), ingest: await freePort(), clickhouse: await freePort() };
  service = { queryUrl: `http://127.0.0.1:${ports.query}`, key: 'the-key' };
  program = await start();
  const { reader } = JSON.parse(readFileSync(join(folder, 'clickhouse/passwords.json'), 'utf8'));
  client = createClickHouse(
    { url: `http://127.0.0.1:${ports.clickhouse}`, user: 'reader', password: reader, database: 'tallyhouse' },
    createLogger('test', 'silent'),
  );
}, 60_000);

beforeEach(() => {
  load = startLoad(`http://127.0.0.1:${ports.ingest}/api/ping`, load?.ledger);
});

afterEach(() => load.stop());

afterAll(async () => {
  await client?.close();
  await program?.end('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});

function start(): Promise<Program> {
  return startProgram([process.execPath, 'dist/standalone.js'], {
    env: {
      DATA_DIR: folder,
      API_KEY: service.key,
      QUERY_PORT: `${ports.query}`,
      INGEST_PORT: `${ports.ingest}`,
      CLICKHOUSE_HTTP_PORT: `${ports.clickhouse}`,
      LOG_LEVEL: 'error',
    },
    readyUrls: [`${service.queryUrl}/readyz`, `http://127.0.0.1:${ports.ingest}/readyz`],
  });
}

test('killing the service again and again loses nothing that was acknowledged and doubles nothing', async () => {
  for (const pings of [1, 40, 150, 7, 300]) {
    await load.acknowledgedMore(pings);
    await program.end('SIGKILL');
    program = await start();
  }
  await load.acknowledgedMore(50);
  await load.stop();
  await expectLedger(load.ledger, client, service);
}, 120_000);

test('killing ClickHouse under load loses nothing, and pings are accepted meanwhile', async () => {
  for (const pings of [1, 40, 150, 7, 300]) {
    await load.acknowledgedMore(pings);
    await killClickHouse();
  }
  await load.acknowledgedMore(50);
  await load.stop();
  await expectLedger(load.ledger, client, service);
}, 120_000);

test('SIGTERM under load exits 0 with everything acknowledged kept', async () => {
  await load.acknowledgedMore(200);
  expect(await program.end('SIGTERM')).toBe(0);
  program = await start();
  await load.stop();
  await expectLedger(load.ledger, client, service);
}, 60_000);

test('SIGTERM that comes again and again, as npm passes on what its group got, still ends in order', async () => {
  const again = setInterval(() => process.kill(program.pid, 'SIGTERM'), 5);
  const ended = program.ended.then((code) => {
    clearInterval(again);
    return code;
  });
  expect(await ended).toBe(0);
  program = await start();
}, 60_000);

/** Kills the embedded server, as soon as there is one again after the last time. */
async function killClickHouse(): Promise<void> {
  for (;;) {
    const status = readFileSync(join(folder, 'clickhouse/data/status'), 'utf8');
    const pid = Number(/PID: (\d+)/.exec(status)?.[1] ?? 0);
    try {
      if (pid > 0) {
        process.kill(pid, 'SIGKILL');
        return;
      }
    } catch {
      // The file still names the server of last time.
    }
    await sleep(20);
  }
}
