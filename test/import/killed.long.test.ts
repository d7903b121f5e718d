import { spawn } from 'node:child_process';
import { appendFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { forAllTests } from '../api/shared-service.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { combinedLine, crawler } from './access-log.ts';
import { startImports } from './imports.ts';

/** Imports of logs, killed with kill -9 at any moment. */

const place = forAllTests(startImports);

const noon = Date.UTC(2026, 2, 10, 12);
const address = '66.249.66.1';
/** Some lines equal the one before. */
const lines = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const number = from + index - (index % 7 === 6 ? 1 : 0);
    return `${combinedLine({ at: noon + number * 100, path: `/${number}`, address, userAgent: crawler })}\n`;
  }).join('');

function start(...args: string[]) {
  const all = ['dist/import.js', '--from', 'combined', '--no-pageviews', ...args];
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, all, { env: { PATH, ...place.env }, stdio: 'ignore' });
  return Object.assign(child, { ended: new Promise<number | null>((done) => child.once('exit', done)) });
}

const counted = (site: string) =>
  place.flow.rows(
    `select count() as requests, uniqExact(page_path) as pages from crawls final where site_id = '${site}'`,
  );
/** The counts of these lines, each counted once. */
const whole = (requests: number) => [{ requests, pages: new Set(lines(0, requests).split('\n')).size - 1 }];

test('an import that is killed again and again stores each line once', async () => {
  const count = 70_000;
  const path = join(place.folder, 'import.log');
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
  const path = join(place.folder, 'follow.log');
  const port = await freePort();
  const follow = () => start('--site', 'follow', '--metrics-port', String(port), '--follow', path);
  for (let round = 0; round < rounds; round++) {
    const child = follow();
    // It is killed before it has read the rest: a file that it never saw and that was renamed meanwhile cannot be followed.
    await appendFile(path, lines(round * each, 350));
    const before = round * each;
    await eventually(async () => Object((await counted('follow'))[0]).requests > before, true);
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
