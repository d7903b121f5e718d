/** What the commands read from their command lines. */
import { readBackupTask as readBackup, readRestoreTask as readRestore } from '@tallyhouse/backup';
import { readTask as readReplay } from '@tallyhouse/consumer/replay/arguments';
import { readTask as readDelete } from '@tallyhouse/deletion/arguments';
import { readTask as readImport } from '@tallyhouse/import/arguments';
import { readTask as readLake } from '@tallyhouse/lake';
import { ArgumentError } from '@tallyhouse/service';
import { readTask as readVerify, usage as verifyUsage } from '@tallyhouse/verify';

const noon = Date.parse('2026-11-23T12:00:00Z');
const commands = {
  backup: (args: string[]) => readBackup(args),
  delete: (args: string[]) => readDelete(args, noon),
  import: (args: string[]) => readImport(args),
  lake: (args: string[]) => readLake(args, noon),
  replay: (args: string[]) => readReplay(args, noon),
  restore: (args: string[]) => readRestore(args),
  verify: (args: string[]) => readVerify(args, noon),
};
type Command = keyof typeof commands;
const read = (command: Command, line: string) => commands[command](line.split(' ').filter(Boolean));

const rehearsal = { from: 'x', toDatabase: 'rehearsal' };
const restored = { ...rehearsal, replace: false, undoDeletions: false };
const everyDay = { to: 'lake', from: undefined, until: '2026-11-23', sites: [], grain: 'day' };
const someDays = { to: './2026-11-01', from: '2026-11-02', until: '2026-11-10', grain: 'day' };
const ofSomeDays = '--to ./2026-11-01 --from 3w --to 2026-11-10';
const someSites = { ...someDays, sites: ['blog', 'shop', 'docs'], update: true, personal: true };
const [midnight, morning] = [Date.UTC(2026, 10, 20), Date.UTC(2026, 10, 21, 9, 15)];
const verified = (from: number | undefined, to: number) => ({ from, to });
const log = (from: number, to?: number, dryRun = false) => ({ kind: 'log', from, to, dryRun });
const quarterPast = Date.UTC(2026, 10, 20, 10, 15);
const quarterPasts = '2026-11-20T10:15:00Z --to=2026-11-20T12:15:00.5+01:00';
const id = '019a6e3c-5b7a-7c1d-8e2f-3a4b5c6d7e8f';

test.each<[Command, string, object]>([
  ['backup', '--to x --full', { to: 'x', full: true, withSecrets: false, disk: undefined }],
  ['restore', '--from x --to-database rehearsal', restored],
  ['lake', '--to lake', { ...everyDay, update: false, personal: false }],
  ['lake', `--format parquet ${ofSomeDays} --site blog,shop --site docs --update --personal`, someSites],
  ['verify', '', verified(undefined, noon)],
  ['verify', '--from 2026-11-20 --to 2026-11-21T10:15:00+01:00', verified(midnight, morning)],
  ['verify', '--from 2w --to 90m', verified(noon - 14 * 86_400_000, noon - 90 * 60_000)],
  ['replay', '--from 90m', log(noon - 90 * 60_000)],
  ['replay', '--from 2w --to 36h', log(noon - 14 * 86_400_000, noon - 36 * 3_600_000)],
  ['replay', '--from 2026-11-20 --dry-run', log(midnight, undefined, true)],
  ['replay', `--from ${quarterPasts}`, log(quarterPast, quarterPast + 3_600_500)],
  ['replay', '--dead-letters', { kind: 'letters', all: false, dryRun: false }],
  ['replay', '--dead-letters --all --dry-run', { kind: 'letters', all: true, dryRun: true }],
  ['replay', '--dead-letters --list', { kind: 'list', all: false }],
  ['replay', '--dead-letters --list --all', { kind: 'list', all: true }],
])('%s %s', (command, line, task) => {
  expect(read(command, line)).toEqual(task);
});

test.each([
  ['', { kind: 'site', site: 'blog' }],
  [`--visitor ${id.toUpperCase()}`, { kind: 'visitor', site: 'blog', id }],
  [`--session ${id}`, { kind: 'session', site: 'blog', id }],
  ['--ip 2001:db8::7', { kind: 'ip', site: 'blog', address: '2001:db8::7' }],
  ['--ip 2001:DB8:0::7', { kind: 'ip', site: 'blog', address: '2001:db8::7' }],
  ['--ip ::ffff:203.0.113.7', { kind: 'ip', site: 'blog', address: '203.0.113.7' }],
  ['--before 2026-11-23', { kind: 'before', site: 'blog', day: '2026-11-23' }],
])('a deletion of a site with %s, sure with --yes alone', (args, about) => {
  expect(read('delete', `--site blog ${args}`)).toEqual({ about, sure: false });
  expect(read('delete', `--site blog ${args} --yes`)).toEqual({ about, sure: true });
});

test('a whole command line of an import', () => {
  const line = '--from combined --site blog --host a.example --dry-run a.log b.log.gz -';
  expect(read('import', line)).toMatchObject({
    format: { name: 'combined' },
    site: 'blog',
    host: 'a.example',
    dryRun: true,
    files: ['a.log', 'b.log.gz', '-'],
  });
});

test('the help of verify names every option', () => {
  expect(verifyUsage).toMatch(/--from.*--to.*--help/s);
});

const formats =
  'combined, nginx-json, caddy-json, cloudfront, goatcounter, umami, plausible, matomo, ga4, tallyhouse';
const day = 'expected a day (2026-11-21, UTC), or how long ago (3d, 2w).';
test.each<[Command, string, string]>([
  ['backup', '', 'Say where to: --to <folder>.'],
  ['backup', '--to x --fast', '--fast'],
  ['restore', '', 'Say what to restore: --from <folder>.'],
  ...['default', 'system', 'INFORMATION_SCHEMA', 'a-b']
    .map((name) => `--to-database ${name}`)
    .map((to): [Command, string, string] => ['restore', `--from x ${to}`, `${to}: `]),
  ['restore', '--from x --to-database=', '--to-database has no value.'],
  ['lake', '--to a --site=', '--site has no value.'],
  ['lake', '--to a --site blog --site ,', '--site blog ,: a site is empty.'],
  ['lake', '', 'Say where to: --to <folder>, or --to s3://bucket/prefix.'],
  ['lake', '--to 2026-11-10', 'Say where to: --to <folder>, or --to s3://bucket/prefix.'],
  ['lake', '--to a --to b', '--to a and b: give one folder'],
  ['lake', '--to a --to 1d --to 2d', '--to 1d and 2d'],
  ['lake', '--to a --format csv', '--format csv: the only format is parquet.'],
  ['lake', '--to a --from yesterday', `--from yesterday: ${day}`],
  ['lake', '--to a --from 2026-11-21T10:00:00Z', 'expected a day'],
  ['lake', '--to a --from 2026-11-11 --to 2026-11-10', '--from is after the last day.'],
  ['lake', '--to a --fast', '--fast'],
  ['verify', '--from yesterday', '--from yesterday: expected a date'],
  ['verify', '--from 2026-11-20T10:00', '--from 2026-11-20T10:00: expected a date'],
  ['verify', '--to 3x', '--to 3x: expected a date'],
  ['verify', '--from 1h --to 2h', '--to must be after --from'],
  ['verify', '--since 1h', '--since'],
  ['verify', 'log', 'log'],
  ['replay', '--dry-run', 'Say what to replay: --from <time>, or --dead-letters.'],
  ['replay', '--from yesterday', '--from yesterday: expected a date (2026-11-21, UTC), a time with its zone'],
  ['replay', '--from 2026-11-21T10:15', '--from 2026-11-21T10:15: expected a date'],
  ['replay', '--from 2026-13-01', '--from 2026-13-01: expected a date'],
  ['replay', '--from 3', '--from 3: expected a date'],
  ['replay', '--from 3d --to 4d', '--to is not after --from.'],
  ['replay', '--to 4d', 'Say what to replay'],
  ['replay', '--from', "Option '--from <value>' argument missing"],
  ['replay', '--form 3d', "Unknown option '--form'"],
  ['replay', 'all', "Unexpected argument 'all'"],
  ['replay', '--from 3d --list', '--list goes with --dead-letters.'],
  ['replay', '--from 3d --all', '--all goes with --dead-letters.'],
  ['replay', '--dead-letters --from 3d', '--dead-letters takes no --from or --to'],
  ['replay', '--dead-letters --list --dry-run', '--dry-run does not go with --list'],
  ['delete', `--visitor ${id}`, 'Say of which site: --site <id>.'],
  ['delete', '--site *', '--site *: expected the id of one site'],
  ['delete', '--site @writing', '--site @writing: expected the id of one site'],
  ['delete', '--site a,b', '--site a,b: expected the id of one site'],
  ['delete', '--site blog --visitor 42', '--visitor 42: expected an id as exports show it'],
  ['delete', '--site blog --session 00000000-0000-0000-0000-000000000000', '--session 00000000-'],
  ['delete', '--site blog --ip 203.0.113.0/24', '--ip 203.0.113.0/24: expected one address'],
  ['delete', '--site blog --before yesterday', '--before yesterday: expected a day'],
  ['delete', '--site blog --before 2026-11-24', '--before 2026-11-24: this day is in the future.'],
  ['delete', `--site blog --ip 203.0.113.7 --visitor ${id}`, 'Give one of --ip and --visitor, not both.'],
  ['delete', '--site blog --all', "Unknown option '--all'"],
  ['import', '--from ga --site blog x', `--from ga: there is no such format. Accepted: ${formats}.`],
  ['import', 'x', 'Say what the files are: --from <format>, one of combined, '],
  ['import', '--from combined x', 'Say where to import to: --site <id>.'],
  ['import', '--from combined --site a/b x', '--site a/b: expected 1 to 64 of A-Z'],
  [
    'import',
    '--from combined --site .. x',
    '--site ..: expected 1 to 64 of A-Z a-z 0-9 . _ -, but not . or ..',
  ],
  ['import', '--from combined --site blog', 'Name the files to import; - is standard input.'],
  ...['a:b:c', 'http://a/b', 'a/b', '*.a.example', 'a?b']
    .map((host) => `--host ${host}`)
    .map((host): [Command, string, string] => [
      'import',
      `--from combined --site blog ${host} x`,
      `${host}: expected a name such as`,
    ]),
  ['import', '--from combined --site blog x y ./x', './x is named twice.'],
  ['import', '--from combined --site blog --site shop x', '--site may be given only once.'],
  ['import', '--form combined', "Unknown option '--form'"],
])('%s %s is refused in words', (command, line, message) => {
  expect(() => read(command, line)).toThrow(ArgumentError);
  expect(() => read(command, line)).toThrow(message);
});
