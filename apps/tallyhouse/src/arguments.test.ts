/** What the commands read from their command lines. */
import { readBackupTask as readBackup, readRestoreTask as readRestore } from '@tallyhouse/backup';
import { readTask as readLake } from '@tallyhouse/lake';
import { readTask as readVerify, usage as verifyUsage } from '@tallyhouse/verify';

const noon = Date.parse('2026-11-23T12:00:00Z');
const commands = {
  backup: (args: string[]) => readBackup(args),
  lake: (args: string[]) => readLake(args, noon),
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

test.each<[Command, string, object]>([
  ['backup', '--to x --full', { to: 'x', full: true, withSecrets: false, disk: undefined }],
  ['restore', '--from x --to-database rehearsal', restored],
  ['lake', '--to lake', { ...everyDay, update: false, personal: false }],
  ['lake', `--format parquet ${ofSomeDays} --site blog,shop --site docs --update --personal`, someSites],
  ['verify', '', verified(undefined, noon)],
  ['verify', '--from 2026-11-20 --to 2026-11-21T10:15:00+01:00', verified(midnight, morning)],
  ['verify', '--from 2w --to 90m', verified(noon - 14 * 86_400_000, noon - 90 * 60_000)],
])('%s %s', (command, line, task) => {
  expect(read(command, line)).toEqual(task);
});

test('the help of verify names every option', () => {
  expect(verifyUsage).toMatch(/--from.*--to.*--help/s);
});

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
])('%s %s is refused in words', (command, line, message) => {
  expect(() => read(command, line)).toThrow(message);
});
