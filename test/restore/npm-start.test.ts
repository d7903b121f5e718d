import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { mountSmallDisk } from '../faults/cluster/small-disk.ts';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { until } from '../log/gather.ts';

/** The commands beside a whole service, as `npm start` runs it. */

const key = 'the-key-of-the-tests';
let folder: string;
let data: string;
let backups: string;
let env: Record<string, string>;
let service: Program | undefined;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyhouse-backup-'));
  [data, backups] = [join(folder, 'data'), join(folder, 'backups')];
  const [query, ingest, clickhouse] = [await freePort(), await freePort(), await freePort()];
  env = {
    DATA_DIR: data,
    API_KEY: key,
    QUERY_PORT: `${query}`,
    INGEST_PORT: `${ingest}`,
    CLICKHOUSE_HTTP_PORT: `${clickhouse}`,
    GEOIP_DB: 'off',
    DISK_FLOOR_MB: '0',
    LOG_LEVEL: 'fatal',
  };
});
afterAll(async () => {
  await service?.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

const start = () =>
  startProgram([process.execPath, 'dist/standalone.js'], {
    env,
    readyUrls: [
      `http://127.0.0.1:${env['QUERY_PORT']}/readyz`,
      `http://127.0.0.1:${env['INGEST_PORT']}/readyz`,
    ],
  });

/** Starts a program of the build, without waiting for anything. */
function run(program: string, args: string) {
  const child = spawn(process.execPath, [`dist/${program}.js`, ...args.split(' ').filter(Boolean)], {
    env: { PATH: process.env['PATH'], ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  const ended = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.once('close', (code) => resolve({ code, output }));
  });
  return { child, ended };
}

const pingsAtOnce = 20;

/** Sends pings until it is stopped. */
function startLoad() {
  let acknowledged = 0;
  let over = false;
  const done = (async () => {
    while (!over) {
      const pings = Array.from({ length: pingsAtOnce }, (_, index) => ({
        page_path: `/${acknowledged + index}`,
      }));
      const response = await fetch(`http://127.0.0.1:${env['INGEST_PORT']}/api/ping`, {
        method: 'POST',
        headers: {
          'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
          Authorization: `Bearer ${key}`,
        },
        body: JSON.stringify(pings),
      });
      if (response.status === 202) acknowledged += pingsAtOnce;
      await sleep(10);
    }
  })();
  return {
    acknowledged: () => acknowledged,
    async stop() {
      over = true;
      await done;
    },
  };
}

async function report(path: string): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${env['QUERY_PORT']}/api/v1${path}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  return response.text();
}
const hour = 3_600_000;
const range = `start=${new Date(Date.now() - hour).toISOString()}&end=${new Date(Date.now() + hour).toISOString()}`;
const pageviews = async (): Promise<number> => JSON.parse(await report(`/overview?${range}`)).data.pageviews;
const unfinished = async () =>
  (await readdir(backups)).filter((name) => !existsSync(join(backups, name, 'manifest.json')));

test('backups under load, killed and on a full disk; then the loss of the data folder, and a restore that is killed', async () => {
  service = await start();
  const load = startLoad();
  await until(() => load.acknowledged() >= 200);
  const first = await run('backup', `--to ${backups} --with-secrets`).ended;
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining(': full, ') });

  const killed = run('backup', `--to ${backups}`);
  await until(async () => (await unfinished()).length > 0);
  killed.child.kill('SIGKILL');
  await killed.ended;
  // The server may be writing still.
  await until(async () => (await run('backup', `--to ${backups}`).ended).code === 0);
  expect(await unfinished()).toEqual([]);

  const disk = mountSmallDisk(8);
  try {
    disk.fill();
    await truncate(join(disk.folder, 'filler'), 8 * 1024 ** 2 - 160 * 1024);
    const full = await run('backup', `--to ${disk.folder}/backups`).ended;
    expect(full).toMatchObject({ code: 1, output: expect.stringMatching(/no space left/i) });
    expect(await readdir(join(disk.folder, 'backups'))).toEqual([]);
    disk.free();
    expect(await run('backup', `--to ${disk.folder}/backups`).ended).toMatchObject({ code: 0 });
  } finally {
    disk.remove();
  }

  const before = load.acknowledged();
  const last = await run('backup', `--to ${backups} --with-secrets`).ended;
  expect(last).toMatchObject({ code: 0, output: expect.stringContaining(': adds to ') });
  await load.stop();
  await eventually(pageviews, load.acknowledged());
  const exported = await report(`/export/pageviews?${range}`);

  expect(await run('restore', `--from ${backups}`).ended).toMatchObject({
    code: 1,
    output: expect.stringContaining('is running. Stop it'),
  });
  const rehearsal = await run('restore', `--from ${backups} --to-database rehearsal`).ended;
  expect(rehearsal).toMatchObject({ code: 0, output: expect.stringMatching(/Nothing differs\.\n$/) });
  const [, counted = ''] = /reports of \S+ +([\d,]+) pageviews/.exec(rehearsal.output) ?? [];
  expect(Number(counted.replaceAll(',', ''))).toBeGreaterThanOrEqual(before);

  await service.end('SIGTERM');
  await rm(join(data, 'clickhouse'), { recursive: true });
  await rm(join(data, 'secrets.json'));
  const half = run('restore', `--from ${backups}`);
  const mark = join(data, 'clickhouse/data/metadata/tallyhouse/unfinished_restore.sql');
  await until(() => existsSync(mark));
  half.child.kill('SIGKILL');
  await half.ended;
  expect(await run('standalone', '').ended).toMatchObject({
    code: 1,
    output: expect.stringContaining('has not ended: run tallyhouse restore again'),
  });
  const restored = await run('restore', `--from ${backups}`).ended;
  expect(restored).toMatchObject({ code: 0, output: expect.stringMatching(/Nothing differs\.\n$/) });
  expect(existsSync(join(data, 'secrets.json'))).toBe(true);

  // With the service stopped, too.
  expect(await run('backup', `--to ${folder}/stopped`).ended).toMatchObject({ code: 0 });

  service = await start();
  await eventually(pageviews, load.acknowledged());
  expect(await report(`/export/pageviews?${range}`)).toBe(exported);
});
