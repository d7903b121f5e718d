import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { readConfigOf, settingsOf } from '../docs/settings.ts';
import { ofDebian } from './programs.ts';

const run = promisify(execFile);

const guide = 'docs/guides/production.md';
const units = 'deploy/systemd';
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyhouse-units-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The directives of a unit, in order: `NoNewPrivileges=true`. */
async function directivesOf(unit: string): Promise<string[]> {
  const text = await readFile(join(units, unit), 'utf8');
  return text.split('\n').filter((line) => /^[A-Z]\w+=/.test(line));
}

/** The variables that a unit sets itself. */
async function variablesOf(unit: string): Promise<Record<string, string>> {
  const lines = (await directivesOf(unit)).flatMap(
    (line) => /^Environment=(.+)$/.exec(line)?.[1]?.split(' ') ?? [],
  );
  return Object.fromEntries(lines.map((pair) => pair.split('=', 2)));
}

describe('systemd', () => {
  // Its rules are those of a machine: the program that a unit starts has to be there.
  test.each([
    ['tallyhouse.service', 'tallyhouse.service'],
    ['tallyhouse@.service', 'tallyhouse@ingest.service'],
    ['tallyhouse-backup.service', 'tallyhouse-backup.service'],
    ['tallyhouse-backup.timer', 'tallyhouse-backup.timer'],
  ])('%s has no mistake', async (unit, as) => {
    const root = join(folder, as);
    await mkdir(root);
    const needed = unit.endsWith('.timer') ? ['tallyhouse-backup.service'] : [];
    for (const name of needed) await copyFile(join(units, name), join(root, name));
    const text = await readFile(join(units, unit), 'utf8');
    await writeFile(join(root, as), text.replaceAll('/usr/bin/node', process.execPath));
    const { stdout, stderr } = await run('systemd-analyze', ['verify', join(root, as)]);
    expect(stdout + stderr).toBe('');
  });

  test('what it starts is built', async () => {
    const starts = await Promise.all(
      ['tallyhouse.service', 'tallyhouse@.service', 'tallyhouse-backup.service'].map(directivesOf),
    );
    const programs = starts
      .flat()
      .flatMap((line) => /^ExecStart=.*?dist\/tallyhouse\.js ([\w%]+)/.exec(line)?.[1] ?? []);
    expect(programs).toEqual(['start', '%i', 'backup']);
    expect(existsSync('dist/tallyhouse.js')).toBe(true);
  });

  test('service and backup work on the same data with the same settings, which exist', async () => {
    const [service, backup] = await Promise.all(
      ['tallyhouse.service', 'tallyhouse-backup.service'].map(variablesOf),
    );
    expect(service).toEqual({ NODE_ENV: 'production', DATA_DIR: '/var/lib/tallyhouse' });
    expect(backup).toEqual(service);
    const [ours, theirs] = await Promise.all(
      ['tallyhouse.service', 'tallyhouse-backup.service'].map(directivesOf),
    );
    for (const line of [
      'User=tallyhouse',
      'EnvironmentFile=-/etc/tallyhouse/settings',
      'WorkingDirectory=/opt/tallyhouse',
    ])
      expect([ours?.includes(line), theirs?.includes(line)]).toEqual([true, true]);
    // The embedded ClickHouse, which the service runs, writes the backup.
    const target = theirs?.join('\n').match(/--to (\S+)/)?.[1];
    expect(ours).toContain(`ReadWritePaths=-${target}`);
    expect(theirs).toContain(`ReadWritePaths=/var/lib/tallyhouse ${target}`);
    expect(ours).toContain('StateDirectory=tallyhouse');
  });

  test('an app alone may do no more than all of them together', async () => {
    const [together, alone] = await Promise.all(
      ['tallyhouse.service', 'tallyhouse@.service'].map(directivesOf),
    );
    const restrictions = together?.slice(
      together.indexOf('NoNewPrivileges=true'),
      together.indexOf('WantedBy=multi-user.target'),
    );
    expect(restrictions?.length).toBeGreaterThan(20);
    const writes = (line: string) => line.startsWith('ReadWritePaths=');
    expect(restrictions?.filter((line) => !writes(line) && !alone?.includes(line))).toEqual([]);
    expect(alone?.filter(writes)).toEqual([]);
  });

  test('it has enough open files for the connections that it takes, and longer to stop than it needs', async () => {
    const directives = await directivesOf('tallyhouse.service');
    const number = (name: string) =>
      Number(directives.find((line) => line.startsWith(`${name}=`))?.split('=')[1]);
    const { MAX_CONNECTIONS } = readConfigOf.start({});
    expect(number('LimitNOFILE')).toBeGreaterThan(2 * MAX_CONNECTIONS);
    expect(number('TimeoutStopSec')).toBeGreaterThan(10);
  });

  test('the settings of the guide are settings, and the program starts with them', async () => {
    const text = await readFile(guide, 'utf8');
    const [, settings = ''] = /cat > \/etc\/tallyhouse\/settings <<END\n(.*?)\nEND/s.exec(text) ?? [];
    const environment = Object.fromEntries(settings.split('\n').map((line) => line.split('=', 2)));
    expect(Object.keys(environment).filter((name) => !(name in settingsOf('start')))).toEqual([]);
    const config = readConfigOf.start({ ...(await variablesOf('tallyhouse.service')), ...environment });
    expect(config).toMatchObject({ HOST: '127.0.0.1', TRUST_PROXY: { hops: 1 } });
    expect(text).toContain(`targets: ["127.0.0.1:${config.METRICS_PORT}"]`);
  });
});

const adapted = z.object({
  apps: z.object({
    http: z.object({ servers: z.object({ srv0: z.object({ routes: z.array(z.unknown()) }) }) }),
  }),
});

test('Caddy accepts its file, and passes each name to the port of its app', async () => {
  const caddy = await ofDebian('caddy', 'usr/bin/caddy');
  const file = ['--config', 'deploy/caddy/Caddyfile', '--adapter', 'caddyfile'];
  const env = { HOME: folder, PATH: process.env['PATH'] };
  await run(caddy, ['validate', ...file], { env });
  const { stdout } = await run(caddy, ['adapt', ...file], { env });
  const { routes } = adapted.parse(JSON.parse(stdout)).apps.http.servers.srv0;
  const { INGEST_PORT, QUERY_PORT, PING_PATH, TRACKER_PATH } = readConfigOf.start({});
  const [ingest, query] = ['stats.example.com', 'tallyhouse.example.com'].map((name) =>
    JSON.stringify(routes.find((route) => JSON.stringify(route).includes(`"host":["${name}"]`))),
  );
  expect(ingest).toContain(`"dial":"127.0.0.1:${INGEST_PORT}"`);
  expect(query).toContain(`"dial":"127.0.0.1:${QUERY_PORT}"`);
  const paths = [PING_PATH, `${PING_PATH}.gif`, TRACKER_PATH.replace('.js', '*.js')];
  expect(ingest).toContain(`"path":${JSON.stringify(paths)}`);
  expect(query).toContain('"path":["/healthz*","/readyz*","/metrics*"]');
  // Ingest and query close a connection that was idle for 5 s.
  for (const route of [ingest, query]) expect(route).toContain('"idle_timeout":4000000000');
});
