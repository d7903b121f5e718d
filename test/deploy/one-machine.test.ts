import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readTask } from '@tallyhouse/import';
import { readConfigOf, settingsOf } from '../docs/settings.ts';
import { ran } from '../harness/ran.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';

/** The units for systemd, and the guide that uses them. */

const inFolder = folderOfFile();
const text = readFileSync('docs/guides/production.md', 'utf8');
/** The directives of a unit, in order: `NoNewPrivileges=true`. */
const directivesIn = (unit: string) => unit.split('\n').filter((line) => /^[A-Z]\w+=/.test(line));
const [service, alone, backup] = ['tallyhouse', 'tallyhouse@', 'tallyhouse-backup'].map((name) =>
  directivesIn(readFileSync(`deploy/systemd/${name}.service`, 'utf8')),
) as [string[], string[], string[]];

/** The variables that a unit sets itself. */
const variablesOf = (directives: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    directives
      .flatMap((line) => /^Environment=(.+)$/.exec(line)?.[1]?.split(' ') ?? [])
      .map((pair) => pair.split('=', 2)),
  );

test('what the units start is built', () => {
  const programs = [...service, ...alone, ...backup].flatMap(
    (line) => /^ExecStart=.*?dist\/tallyhouse\.js ([\w%]+)/.exec(line)?.[1] ?? [],
  );
  expect(programs).toEqual(['start', '%i', 'backup']);
  expect(existsSync('dist/tallyhouse.js')).toBe(true);
});

test('service and backup work on the same data with the same settings, which exist', () => {
  expect(variablesOf(service)).toEqual({ NODE_ENV: 'production', DATA_DIR: '/var/lib/tallyhouse' });
  expect(variablesOf(backup)).toEqual(variablesOf(service));
  const settings = 'EnvironmentFile=-/etc/tallyhouse/settings';
  const same = ['User=tallyhouse', settings, 'WorkingDirectory=/opt/tallyhouse'];
  // The embedded ClickHouse, which the service runs, writes the backup.
  const target = backup.join('\n').match(/--to (\S+)/)?.[1];
  const ofService = [...same, `ReadWritePaths=-${target}`, 'StateDirectory=tallyhouse'];
  expect(service).toEqual(expect.arrayContaining(ofService));
  const folders = `/var/lib/tallyhouse ${target}`;
  expect(backup).toEqual(expect.arrayContaining([...same, `ReadWritePaths=${folders}`]));
  // Before the first start: a restore after the loss of the machine writes into them.
  expect(text).toContain(`\ninstall -d -o tallyhouse -g tallyhouse -m 0700 ${folders}\n`);
});

test('the unit that follows a log works as the user of the service, on its data, with its settings', () => {
  const [, unit = ''] = /```ini\n(.*?)```/s.exec(readFileSync('docs/crawlers.md', 'utf8')) ?? [];
  const follows = directivesIn(unit);
  const same = service.filter((line) =>
    /^(User|Group|WorkingDirectory|EnvironmentFile|Environment)=/.test(line),
  );
  expect(same).toHaveLength(5);
  expect(follows).toEqual(expect.arrayContaining(same));
  const [, args = ''] = /ExecStart=\/usr\/bin\/node dist\/tallyhouse\.js import (.*)/.exec(unit) ?? [];
  expect(readTask(args.split(' '))).toMatchObject({ follow: true, site: 'blog' });
});

test('an app alone may do no more than all of them together', () => {
  const restrictions = service.slice(
    service.indexOf('NoNewPrivileges=true'),
    service.indexOf('WantedBy=multi-user.target'),
  );
  expect(restrictions.length).toBeGreaterThan(20);
  const writes = (line: string) => line.startsWith('ReadWritePaths=');
  expect(restrictions.filter((line) => !writes(line) && !alone.includes(line))).toEqual([]);
  expect(alone.filter(writes)).toEqual([]);
});

test('it has enough open files for the connections that it takes, and longer to stop than it needs', () => {
  const number = (name: string) => Number(service.find((line) => line.startsWith(`${name}=`))?.split('=')[1]);
  expect(number('LimitNOFILE')).toBeGreaterThan(2 * readConfigOf.start({}).MAX_CONNECTIONS);
  expect(number('TimeoutStopSec')).toBeGreaterThan(10);
});

test('the guide installs every unit that it enables', async () => {
  const [command = ''] = /^install .* \/etc\/systemd\/system\//m.exec(text) ?? [];
  const here = command.replaceAll('/opt/tallyhouse', '.').replace('/etc/systemd/system', inFolder());
  expect(await ran(['bash', '-c', here])).toMatchObject({ code: 0, errors: '' });
  const enabled = [...text.matchAll(/^systemctl enable --now ([\w@.-]+)/gm)].map(([, name = '']) => name);
  const units = enabled.map((name) => name.replace(/@.+/, '@').replace(/^[\w@-]+$/, '$&.service'));
  expect([...new Set(units)].sort()).toEqual([
    'tallyhouse-backup.timer',
    'tallyhouse.service',
    'tallyhouse@.service',
  ]);
  expect(readdirSync(inFolder())).toEqual(expect.arrayContaining([...units, 'tallyhouse-backup.service']));
});

test('the settings of the guide are settings, and the program starts with them', () => {
  const [, settings = ''] = /cat > \/etc\/tallyhouse\/settings <<END\n(.*?)\nEND/s.exec(text) ?? [];
  const environment = Object.fromEntries(settings.split('\n').map((line) => line.split('=', 2)));
  expect(Object.keys(environment).filter((name) => !(name in settingsOf('start')))).toEqual([]);
  const config = readConfigOf.start({ ...variablesOf(service), ...environment });
  expect(config).toMatchObject({ HOST: '127.0.0.1', TRUST_PROXY: { hops: 1 } });
  const names = readFileSync('deploy/caddy/Caddyfile', 'utf8').matchAll(/^(\S+) \{$/gm);
  expect([config.PUBLIC_INGEST_URL, config.PUBLIC_URL]).toEqual(
    [...names].map(([, name]) => `https://${name}`),
  );
  expect(text).toContain(`targets: ["127.0.0.1:${config.METRICS_PORT}"]`);
});
