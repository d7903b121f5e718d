import { spawnSync } from 'node:child_process';

test('npm run check finds nothing: types, lint, format, unused code', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'check'], { encoding: 'utf8' });
  expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
});
