/** What the commands read from their command lines. */
import { readBackupTask as readBackup, readRestoreTask as readRestore } from '@tallyhouse/backup';
import { readTask as readLake } from '@tallyhouse/lake';
import { readTask as readVerify, usage as verifyUsage } from '@tallyhouse/verify';
import { readTask as readCapacity } from './capacity/arguments.ts';

const noon = Date.parse('2026-11-23T12:00:00Z');
const commands = {
  backup: (args: string[]) => readBackup(args),
  capacity: (args: string[]) => readCapacity(args),
  lake: (args: string[]) => readLake(args, noon),
  restore: (args: string[]) => readRestore(args),
  verify: (args: string[]) => readVerify(args, noon),
};
type Command = keyof typeof commands;
const read = (command: Command, line: string) => commands[command](line.split(' ').filter(Boolean));

const rehearsal = { from: 'x', toDatabase: 'rehearsal' };
const restored = { kind: 'restore', ...rehearsal, replace: false, undoDeletions: false };
const everyDay = { kind: 'export', to: 'lake', from: undefined, until: '2026-11-23', sites: [] };
const someDays = { kind: 'export', to: './2026-11-01', from: '2026-11-02', until: '2026-11-10' };
const ofSomeDays = '--to ./2026-11-01 --from 3w --to 2026-11-10';
const someSites = { ...someDays, sites: ['blog', 'shop', 'docs'], update: true, personal: true };
const [midnight, morning] = [Date.UTC(2026, 10, 20), Date.UTC(2026, 10, 21, 9, 15)];
const verified = (from: number | undefined, to: number) => ({ kind: 'verify', from, to });
const kept = { peak: 3, keepDays: 365, keepPingsDays: 365, kafkaHours: 168, kafkaReplicas: 3 };
const load = { pageviewsPerDay: 50_000_000, ...kept, serverCores: 8, serverDisk: 4e12, use: 0.6 };
const loads = [{ name: '50m a day', load }];
const compared = { kind: 'compare', figures: 'small.json', against: 'large.json' };

test.each<[Command, string, object]>([
  ['backup', '--help', { kind: 'help' }],
  ['backup', '--to x --full', { kind: 'backup', to: 'x', full: true, withSecrets: false, disk: undefined }],
  ['restore', '--from x --to-database rehearsal', restored],
  ['lake', '--help', { kind: 'help' }],
  ['lake', '--to lake', { ...everyDay, update: false, personal: false }],
  ['lake', `--format parquet ${ofSomeDays} --site blog,shop --site docs --update --personal`, someSites],
  ['verify', '', verified(undefined, noon)],
  ['verify', '--help', { kind: 'help' }],
  ['verify', '--from 2026-11-20 --to 2026-11-21T10:15:00+01:00', verified(midnight, morning)],
  ['verify', '--from 2w --to 90m', verified(noon - 14 * 86_400_000, noon - 90 * 60_000)],
  ['capacity', '--pageviews-per-day 50m', { kind: 'estimate', figures: 'bench.json', loads }],
  ['capacity', '--figures small.json --against large.json', compared],
])('%s %s', (command, line, task) => {
  expect(read(command, line)).toEqual(task);
});

test('the help of verify names every option', () => {
  expect(verifyUsage).toMatch(/--from.*--to.*--help/s);
});

test.each<[string, string, object]>([
  ['day', '500k', { '500k a day': 500_000 }],
  ['day', '1.5M', { '1.5M a day': 1_500_000 }],
  ['day', '10b', { '10b a day': 10_000_000_000 }],
  ['day', '7', { '7 a day': 7 }],
  ['day', '1k, 2k', { '1k a day': 1000, '2k a day': 2000 }],
  // A month of 30 days.
  ['month', '30m,3b', { '30m a month': 1_000_000, '3b a month': 100_000_000 }],
])('capacity reads how many pageviews there are a %s: %s', (period, numbers, perDay) => {
  const task = readCapacity([`--pageviews-per-${period}`, numbers]);
  const loads = task.kind === 'estimate' ? task.loads : [];
  expect(Object.fromEntries(loads.map(({ name, load }) => [name, load.pageviewsPerDay]))).toEqual(perDay);
});

test.each([
  ['--keep-days 30', { keepDays: 30, keepPingsDays: 30 }],
  ['--keep-days 30 --keep-pings-days 7', { keepDays: 30, keepPingsDays: 7 }],
])('capacity keeps raw pings as long as all else, unless it is said otherwise: %s', (line, keeps) => {
  expect(read('capacity', `--pageviews-per-day 1m ${line}`)).toMatchObject({ loads: [{ load: keeps }] });
});

const aMillion = '--pageviews-per-day 1m';
const day = 'expected a day (2026-11-21, UTC), or how long ago (3d, 2w).';
test.each<[Command, string, string]>([
  ['backup', '', 'Say where to: --to <folder>.'],
  ['backup', '--to x --fast', '--fast'],
  ['restore', '', 'Say what to restore: --from <folder>.'],
  ...['default', 'system', 'INFORMATION_SCHEMA', 'a-b'].map((name): [Command, string, string] => [
    'restore',
    `--from x --to-database ${name}`,
    `--to-database ${name}: `,
  ]),
  ['restore', '--from x --to-database=', '--to-database : '],
  ['lake', '', 'Say where to: --to <folder>.'],
  ['lake', '--to 2026-11-10', 'Say where to: --to <folder>.'],
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
  ['capacity', '', '--pageviews-per-day is required'],
  ['capacity', '--pageviews-per-day many', '--pageviews-per-day many: expected a number'],
  ['capacity', '--pageviews-per-month 1m,', '--pageviews-per-month : expected a number'],
  ['capacity', `${aMillion} --pageviews-per-month 1m`, 'not both'],
  ['capacity', `${aMillion} --server-disk-tb 0`, '--server-disk-tb 0: expected a number from 0.01'],
  ['capacity', '--pageviews-per-day 0', '--pageviews-per-day 0: expected a number'],
  ['capacity', `${aMillion} --keep-days 0`, '--keep-days 0: expected a number from 1 to 36500.'],
  ['capacity', `${aMillion} --use 2`, '--use 2: expected a number from 0.05 to 1.'],
  ['capacity', `${aMillion} --peak -1`, '--peak'],
  ['capacity', '--pageviews 1m', "Unknown option '--pageviews'"],
])('%s %s is refused in words', (command, line, message) => {
  expect(() => read(command, line)).toThrow(message);
});
