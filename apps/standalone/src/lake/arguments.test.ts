import { readTask } from './arguments.ts';

const now = Date.parse('2026-11-23T12:00:00Z');
const read = (text: string) => readTask(text.split(' ').filter(Boolean), now);

test('a folder is enough: all days of all sites, up to today', () => {
  expect(read('--to lake')).toEqual({
    kind: 'export',
    to: 'lake',
    from: undefined,
    until: '2026-11-23',
    sites: [],
    update: false,
    personal: false,
  });
  expect(read('--help')).toEqual({ kind: 'help' });
});

test('days, sites and options', () => {
  const task = { kind: 'export', to: './2026-11-01', until: '2026-11-10', sites: ['blog', 'shop', 'docs'] };
  expect(
    read(
      '--format parquet --to ./2026-11-01 --from 3w --to 2026-11-10 --site blog,shop --site docs --update --personal',
    ),
  ).toEqual({ ...task, from: '2026-11-02', update: true, personal: true });
});

test.each([
  ['', 'Say where to: --to <folder>.'],
  ['--to 2026-11-10', 'Say where to: --to <folder>.'],
  ['--to a --to b', '--to a and b: give one folder'],
  ['--to a --to 1d --to 2d', '--to 1d and 2d'],
  ['--to a --format csv', '--format csv: the only format is parquet.'],
  [
    '--to a --from yesterday',
    '--from yesterday: expected a day (2026-11-21, UTC), or how long ago (3d, 2w).',
  ],
  ['--to a --from 2026-11-21T10:00:00Z', 'expected a day'],
  ['--to a --from 2026-11-11 --to 2026-11-10', '--from is after the last day.'],
  ['--to a --fast', '--fast'],
])('%s: %s', (text, message) => {
  expect(() => read(text)).toThrow(message);
});
