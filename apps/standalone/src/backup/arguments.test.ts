import { readTask as readRestoreTask } from '../restore/arguments.ts';
import { readTask } from './arguments.ts';

test('backup needs a folder', () => {
  expect(readTask(['--to', 'x', '--full'])).toEqual({
    kind: 'backup',
    to: 'x',
    full: true,
    withSecrets: false,
    disk: undefined,
  });
  expect(readTask(['--help'])).toEqual({ kind: 'help' });
  expect(() => readTask([])).toThrow('Say where to: --to <folder>.');
  expect(() => readTask(['--to', 'x', '--fast'])).toThrow('--fast');
});

test('restore drops no database of the server itself', () => {
  expect(readRestoreTask(['--from', 'x', '--to-database', 'rehearsal'])).toEqual({
    kind: 'restore',
    from: 'x',
    toDatabase: 'rehearsal',
    replace: false,
    undoDeletions: false,
  });
  for (const name of ['default', 'system', 'INFORMATION_SCHEMA', 'a-b', '']) {
    expect(() => readRestoreTask(['--from', 'x', '--to-database', name])).toThrow(`--to-database ${name}: `);
  }
  expect(() => readRestoreTask([])).toThrow('Say what to restore: --from <folder>.');
});
