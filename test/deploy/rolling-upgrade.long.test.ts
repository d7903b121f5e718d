import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '../harness/eventually.ts';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';

const run = promisify(execFile);

interface Copy {
  port: number;
  /** What the script is told to run. */
  command: string;
  program?: Program | undefined;
}

let folder: string;
let restarts: Server;
const copies: Copy[] = [];
/** The ports whose copies were restarted, in order. */
const restarted: number[] = [];
/** Settings of the new build that it does not start with. */
let newBuild: Record<string, string> = {};

/** Two query apps as programs, on a database that is there; a request to `restarts` is what `systemctl restart` is to a host. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyhouse-upgrade-'));
  restarts = createServer(async ({ url = '' }, res) => {
    const copy = copies.find(({ port }) => url === `/${port}`);
    if (copy) await restart(copy);
    res.end();
  });
  await new Promise<void>((resolve) => restarts.listen(0, '127.0.0.1', resolve));
  const address = restarts.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  for (let count = 0; count < 2; count++) {
    const port = await freePort();
    copies.push({ port, command: `curl --silent --fail http://127.0.0.1:${address.port}/${port}` });
  }
});
/** All copies run, and are ready. */
beforeEach(async () => {
  newBuild = {};
  for (const copy of copies) {
    if (copy.program === undefined) await restart(copy);
    await eventually(async () => (await fetch(`http://127.0.0.1:${copy.port}/readyz`)).status, 200);
  }
  restarted.length = 0;
});
afterAll(async () => {
  await Promise.all(copies.map(end));
  restarts.close();
  await rm(folder, { recursive: true, force: true });
});

async function end(copy: Copy): Promise<void> {
  await copy.program?.end('SIGTERM');
  copy.program = undefined;
}

async function restart(copy: Copy): Promise<void> {
  await end(copy);
  restarted.push(copy.port);
  const { TEST_CLICKHOUSE_READER_URL = '', TEST_CLICKHOUSE_TEMPLATE = '' } = process.env;
  const env = {
    HOST: '127.0.0.1',
    QUERY_PORT: String(copy.port),
    CLICKHOUSE_URL: TEST_CLICKHOUSE_READER_URL,
    CLICKHOUSE_DATABASE: TEST_CLICKHOUSE_TEMPLATE,
    API_KEY: 'a key of the tests',
    ...newBuild,
  };
  copy.program = await startProgram([process.execPath, 'dist/query.js'], { env, readyUrls: [] });
}

/** What the script says, without the times, and its exit code. */
async function upgrade(args: string[], env: Record<string, string> = {}) {
  const options = { env: { PATH: process.env['PATH'], ...env } };
  const { stdout, stderr, code } = await run('deploy/rolling-upgrade.sh', args, options).then(
    (done) => ({ ...done, code: 0 }),
    (error: { stdout: string; stderr: string; code: number }) => error,
  );
  return { said: stdout.replaceAll(/^\d\d:\d\d:\d\d /gm, ''), stderr, code };
}

async function listed(lines: string[]): Promise<string> {
  const file = join(folder, 'copies');
  await writeFile(file, ['# consumers first', '', ...lines].join('\n'));
  return file;
}

const line = ({ port, command }: Copy) => `http://127.0.0.1:${port}/readyz  ${command}`;

test('copies are replaced one after the other, after the migration', async () => {
  const file = await listed(copies.map(line));
  const migrated = join(folder, 'migrated');
  const { said, stderr, code } = await upgrade(['--migrate', `echo done > ${migrated}`, 'copies', file]);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(said.trimEnd().split('\n')).toEqual([
    'migrating',
    ...copies.map(({ command }, index) => `${index + 1} of 2: ${command}`),
    'All copies run the new build.',
  ]);
  expect(restarted).toEqual(copies.map(({ port }) => port));
  expect(await readFile(migrated, 'utf8')).toBe('done\n');
});

test('with --dry-run nothing is asked or changed', async () => {
  const file = await listed(['http://127.0.0.1:1/readyz systemctl restart tallyhouse@query']);
  const { said, code } = await upgrade(['--dry-run', '--migrate', 'node dist/migrate.js', 'copies', file]);
  expect(said.trimEnd().split('\n')).toEqual([
    'would check: http://127.0.0.1:1/readyz',
    'migrating',
    'would run: node dist/migrate.js',
    '1 of 1: systemctl restart tallyhouse@query',
    'would run: systemctl restart tallyhouse@query',
    'would wait until it is ready: http://127.0.0.1:1/readyz',
    'Nothing was changed.',
  ]);
  expect(code).toBe(0);
});

test('a failed migration changes no copy', async () => {
  const file = await listed(copies.map(line));
  const { said, code } = await upgrade(['--migrate', 'false', 'copies', file]);
  expect([said, code]).toEqual(['migrating\nThe migration failed, and no copy was touched.\n', 1]);
  expect(restarted).toEqual([]);
});

test('it stops at a copy that does not become ready', async () => {
  newBuild = { QUERY_MAX_SECONDS: 'a mistake' };
  const file = await listed(copies.map(line));
  const { said, code } = await upgrade(['--timeout', '2', 'copies', file]);
  expect(code).toBe(1);
  expect(said).toMatch(
    `http://127.0.0.1:${copies[0]?.port}/readyz is not ready after 2 s, and the copies after it were not touched: curl`,
  );
  expect(restarted).toEqual([copies[0]?.port]);
  // It ends by itself, at some time.
  for (const copy of copies.slice(0, 1)) await end(copy);
});

test('it does not begin while a copy is not ready', async () => {
  for (const copy of copies.slice(1)) await end(copy);
  const file = await listed(copies.map(line));
  const { said, code } = await upgrade(['copies', file]);
  expect(code).toBe(1);
  expect(said).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/readyz is not ready, nothing was changed: curl/);
  expect(restarted).toEqual([]);
});

test.each([
  [[], 'Name what to upgrade: compose, or copies FILE.'],
  [['copies', '/nowhere'], '/nowhere cannot be read.'],
  [['copies', 'deploy/Dockerfile'], 'a line is the address of a /readyz and a command, not: FROM'],
  [['--timeout', 'soon', 'compose'], '--timeout: a number of seconds, not soon.'],
  [['--migrate', 'x', 'compose'], 'compose runs its own migration.'],
  [['--fast', 'compose'], '--fast is not an option.'],
])('%j is refused', async (args, problem) => {
  const { stderr, code } = await upgrade(args);
  expect([stderr, code]).toEqual([expect.stringContaining(problem), 2]);
});

test('with Compose each container is replaced by one of the new image, with as many as before', async () => {
  await copyFile('test/deploy/docker.sh', join(folder, 'docker'));
  const before = { consumer: ['c1'], ingest: ['i1', 'i2'], query: ['q1'] };
  for (const [app, ids] of Object.entries(before)) await writeFile(join(folder, app), `${ids.join('\n')}\n`);
  const script = join(process.cwd(), 'deploy/rolling-upgrade.sh');
  await run(script, ['compose'], { cwd: folder, env: { PATH: `${folder}:${process.env['PATH']}` } });
  const calls = (await readFile(join(folder, 'calls'), 'utf8')).trimEnd().split('\n');
  const changes = calls.filter((call) => /^docker (stop|rm|compose (build|run|up))/.test(call));
  expect(changes).toEqual([
    'docker compose build',
    'docker compose run --rm --no-deps migrate',
    ...['c1:consumer:1', 'i1:ingest:2', 'i2:ingest:2', 'q1:query:1'].flatMap((each) => {
      const [id, app, count] = each.split(':');
      return [
        `docker stop ${id}`,
        `docker rm ${id}`,
        `docker compose up --detach --no-deps --no-recreate --scale ${app}=${count} ${app}`,
      ];
    }),
  ]);
  // Each new container was asked at its own port, between two replacements.
  const asked = calls.flatMap(
    (call) => /^docker exec (\w+)-new-\d+ node -e .*127\.0\.0\.1:(\d+)\/readyz/.exec(call)?.slice(1) ?? [],
  );
  expect(asked.filter((_, index) => index % 4 < 2)).toEqual([
    ...['consumer', '3002'],
    ...['ingest', '3001'],
    ...['ingest', '3001'],
    ...['query', '3000'],
  ]);
  for (const [app, ids] of Object.entries(before)) {
    const now = (await readFile(join(folder, app), 'utf8')).trimEnd().split('\n');
    expect(now).toEqual(ids.map(() => expect.stringContaining(`${app}-new-`)));
  }
});
