import { type ChildProcess, spawn } from 'node:child_process';
import { appendFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEmbeddedLog } from '@tallyhouse/log';
import { createLogger } from '@tallyhouse/service';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import type { Place } from '../log/place.ts';
import { type Flow, startFlow } from '../replay/flow.ts';
import { combinedLine, crawler } from './access-log.ts';

/** Imports of logs, killed with kill -9 at any moment. */

const logger = createLogger('test', 'silent');
let folder: string;
let flow: Flow;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyhouse-killed-'));
  const [pings, letters] = ['log', 'dead-letters'].map((name): Place => {
    const log = createEmbeddedLog({ folder: join(folder, name), partitions: 1, retainMs: 3_600_000, logger });
    return { open: () => log, remove: () => log.close() };
  });
  if (!pings || !letters) throw new Error('no log');
  flow = await startFlow(pings, letters);
  const { url, database } = flow.service.database;
  env = { DATA_DIR: folder, CLICKHOUSE_URL: url, CLICKHOUSE_DATABASE: database, LOG_LEVEL: 'fatal' };
});
afterAll(async () => {
  await flow.stop();
  await rm(folder, { recursive: true, force: true });
});

const noon = Date.UTC(2026, 2, 10, 12);
const address = '66.249.66.1';
/** Some lines equal the one before. */
const lines = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const number = from + index - (index % 7 === 6 ? 1 : 0);
    return `${combinedLine({ at: noon + number * 100, path: `/${number}`, address, userAgent: crawler })}\n`;
  }).join('');

function start(...args: string[]): ChildProcess & { ended: Promise<number | null> } {
  const all = ['dist/import.js', '--from', 'combined', '--no-pageviews', ...args];
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, all, {
    env: { PATH, IDENTITY_SECRET: 'the identity secret of the tests', GEOIP_DB: 'off', ...env },
    stdio: 'ignore',
  });
  return Object.assign(child, { ended: new Promise<number | null>((done) => child.once('exit', done)) });
}

const counted = async (site: string) => {
  const [row] = await flow.rows(
    `select count() as requests, uniqExact(page_path) as pages from crawls final where site_id = '${site}'`,
  );
  return row;
};
/** The counts of these lines, each counted once. */
const whole = (count: number) => ({
  requests: count,
  pages: new Set(Array.from({ length: count }, (_, index) => index - (index % 7 === 6 ? 1 : 0))).size,
});

test('an import that is killed again and again stores each line once', async () => {
  const count = 70_000;
  const path = join(folder, 'import.log');
  await writeFile(path, lines(0, count));
  for (const ms of [600, 900, 1200, 1800]) {
    const child = start('--site', 'import', path);
    await Promise.race([sleep(ms), child.ended]);
    child.kill('SIGKILL');
    await child.ended;
  }
  expect(await start('--site', 'import', path).ended).toBe(0);
  await eventually(() => counted('import'), whole(count));
});

test('a follow that is killed again and again, over rotations, stores each line once, and keeps up', async () => {
  const [rounds, each] = [8, 1400];
  const path = join(folder, 'follow.log');
  const port = await freePort();
  const follow = () => start('--site', 'follow', '--metrics-port', String(port), '--follow', path);
  for (let round = 0; round < rounds; round++) {
    const child = follow();
    // It is killed before it has read the rest: a file that it never saw and that was renamed meanwhile cannot be followed.
    await appendFile(path, lines(round * each, 350));
    const before = round * each;
    await eventually(async () => Number(Object(await counted('follow')).requests) > before, true);
    for (let part = 1; part < 4; part++) await appendFile(path, lines(round * each + part * 350, 350));
    child.kill('SIGKILL');
    await child.ended;
    if (round % 3 === 1) await rename(path, `${path}.${round}`);
  }
  const child = follow();
  await eventually(() => counted('follow'), whole(rounds * each));
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(metrics).toMatch(/^tallyhouse_import_behind_bytes 0$/m);
  expect(metrics).toMatch(/^tallyhouse_import_lag_seconds 0$/m);
  expect(metrics).toMatch(/^tallyhouse_import_lines_total\{outcome="crawler"/m);
  child.kill('SIGTERM');
  expect(await child.ended).toBe(143);
});
