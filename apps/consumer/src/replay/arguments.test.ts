import { ArgumentError } from '@tallyhouse/service';
import { readTask } from './arguments.ts';

const now = Date.UTC(2026, 10, 21, 12);
const read = (line: string) => readTask(line.split(' '), now);

const log = (from: number, to?: number, dryRun = false) => ({ kind: 'log', from, to, dryRun });
const quarterPast = Date.UTC(2026, 10, 20, 10, 15);

test.each([
  ['--from 90m', log(now - 90 * 60_000)],
  ['--from 2w --to 36h', log(now - 14 * 86_400_000, now - 36 * 3_600_000)],
  ['--from 2026-11-20 --dry-run', log(Date.UTC(2026, 10, 20), undefined, true)],
  ['--from 2026-11-20T10:15:00Z --to=2026-11-20T12:15:00.5+01:00', log(quarterPast, quarterPast + 3_600_500)],
  ['--dead-letters', { kind: 'letters', all: false, dryRun: false }],
  ['--dead-letters --all --dry-run', { kind: 'letters', all: true, dryRun: true }],
  ['--dead-letters --list', { kind: 'list', all: false }],
  ['--dead-letters --list --all', { kind: 'list', all: true }],
])('%s', (line, task) => {
  expect(read(line)).toEqual(task);
});

test.each([
  ['--dry-run', 'Say what to replay: --from <time>, or --dead-letters.'],
  ['--from yesterday', '--from yesterday: expected a date (2026-11-21, UTC), a time with its zone'],
  ['--from 2026-11-21T10:15', '--from 2026-11-21T10:15: expected a date'],
  ['--from 2026-13-01', '--from 2026-13-01: expected a date'],
  ['--from 3', '--from 3: expected a date'],
  ['--from 3d --to 4d', '--to is not after --from.'],
  ['--to 4d', 'Say what to replay'],
  ['--from', "Option '--from <value>' argument missing"],
  ['--form 3d', "Unknown option '--form'"],
  ['all', "Unexpected argument 'all'"],
  ['--from 3d --list', '--list goes with --dead-letters.'],
  ['--from 3d --all', '--all goes with --dead-letters.'],
  ['--dead-letters --from 3d', '--dead-letters takes no --from or --to'],
  ['--dead-letters --list --dry-run', '--dry-run does not go with --list'],
])('%s cannot be used', (line, message) => {
  expect(() => read(line)).toThrow(ArgumentError);
  expect(() => read(line)).toThrow(message);
});
