import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { listen } from '@tallyhouse/service';
import { forAllTests } from '../api/shared-service.ts';
import { ran } from '../harness/ran.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';

const script = `${process.cwd()}/deploy/rolling-upgrade.sh`;
const inFolder = folderOfFile();
/** Copies 1 and 2 of an app, which are nothing but their /readyz here (test/cluster/faults.long.test.ts upgrades whole ones): whether each is ready. */
let ready: Record<string, boolean>;
/** The copies that were restarted, in order, and whether a restarted one becomes ready. */
let restarted: string[];
let isNewBuildGood: boolean;
const server = createServer(({ url = '' }, res) => {
  const [, copy = '', asked] = url.split('/');
  if (asked === 'restart') {
    restarted.push(copy);
    ready[copy] = isNewBuildGood;
  }
  res.writeHead(asked === 'restart' || ready[copy] ? 200 : 503).end();
});
const at = forAllTests(() => listen(server, 0, '127.0.0.1'));
const lines = () =>
  ['1', '2'].map((copy) => `${at.url}/${copy}/readyz curl --silent --fail ${at.url}/${copy}/restart`);
beforeEach(() => {
  [ready, restarted, isNewBuildGood] = [{ 1: true, 2: true }, [], true];
});

/** What the script says, without the times, and its exit code. */
async function upgrade(args: string[], env: Record<string, string> = {}) {
  const { out, errors, code } = await ran([script, ...args], { env });
  return { said: out.replaceAll(/^\d\d:\d\d:\d\d /gm, ''), stderr: errors, code };
}

async function listed(copies = lines()): Promise<string> {
  const file = inFolder('copies');
  await writeFile(file, ['# consumers first', '', ...copies].join('\n'));
  return file;
}

test('copies are replaced one after the other, after the migration', async () => {
  const migrated = inFolder('migrated');
  const args = ['--migrate', `echo done > ${migrated}`, 'copies', await listed()];
  const { said, stderr, code } = await upgrade(args);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  const commands = lines().map((line) => line.slice(line.indexOf(' ') + 1));
  expect(said.trimEnd().split('\n')).toEqual([
    'migrating',
    ...commands.map((command, index) => `${index + 1} of 2: ${command}`),
    'All copies run the new build.',
  ]);
  expect(restarted).toEqual(['1', '2']);
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

const failed = /^migrating\nThe migration failed, and no copy was touched\.\n$/;
const notReady = /^http:\S+\/2\/readyz is not ready, nothing was changed: /;
test.each([
  ['a failed migration', ['--migrate', 'false'], {}, failed],
  ['a copy that is not ready before', [], { 2: false }, notReady],
])('%s changes no copy', async (_, options, before, reason) => {
  Object.assign(ready, before);
  const { said, code } = await upgrade([...options, 'copies', await listed()]);
  expect([said, code]).toEqual([expect.stringMatching(reason), 1]);
  expect(restarted).toEqual([]);
});

test('it stops at a copy that does not become ready', async () => {
  isNewBuildGood = false;
  const { said, code } = await upgrade(['--timeout', '2', 'copies', await listed()]);
  expect(code).toBe(1);
  expect(said).toMatch(/\/1\/readyz is not ready after 2 s, and the copies after it were not touched: /);
  expect(restarted).toEqual(['1']);
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

/** Upgrades these containers of each service of a Compose file. */
async function upgradeContainers(before: Record<string, string[]>) {
  await copyFile('test/deploy/docker.sh', inFolder('docker'));
  for (const [app, ids] of Object.entries(before))
    await writeFile(
      inFolder(app),
      ids.map((id) => `${id}\n`),
    );
  return ran([script, 'compose'], {
    cwd: inFolder(),
    env: { PATH: `${inFolder()}:${process.env['PATH']}` },
  });
}

test('with Compose each container is replaced by one of the new image, with as many as before', async () => {
  const before = { consumer: ['c1'], ingest: ['i1', 'i2'], query: ['q1'], notify: ['n1'] };
  expect(await upgradeContainers(before)).toMatchObject({ code: 0 });
  const calls = (await readFile(inFolder('calls'), 'utf8')).trimEnd().split('\n');
  const changes = calls.filter((call) => /^docker (stop|rm|compose (build|run|up))/.test(call));
  expect(changes).toEqual([
    'docker compose build',
    'docker compose run --rm --no-deps migrate',
    ...['c1:consumer:1', 'i1:ingest:2', 'i2:ingest:2', 'q1:query:1', 'n1:notify:1'].flatMap((each) => {
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
  const ports = 'consumer 3002 ingest 3001 ingest 3001 query 3000 notify 9464';
  expect(asked.filter((_, index) => index % 4 < 2).join(' ')).toBe(ports);
  for (const [app, ids] of Object.entries(before)) {
    const now = (await readFile(inFolder(app), 'utf8')).trimEnd().split('\n');
    expect(now).toEqual(ids.map(() => expect.stringContaining(`${app}-new-`)));
  }
});

test('with Compose it says which container did not start, until there is one', async () => {
  const running = { consumer: ['c1'], ingest: ['i1'], query: ['q1'], notify: [] };
  await writeFile(inFolder('broken'), '');
  const failed = await upgradeContainers(running);
  await rm(inFolder('broken'));
  expect([failed.code, failed.out]).toEqual([
    1,
    expect.stringMatching(/container of consumer did not start/),
  ]);
  const lacking = await upgradeContainers({ ...running, consumer: [] });
  expect([lacking.code, lacking.out]).toEqual([
    1,
    expect.stringMatching(/consumer has no container, nothing/),
  ]);
  expect(await upgradeContainers(running)).toMatchObject({ code: 0 });
});
