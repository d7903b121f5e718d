import { execFileSync } from 'node:child_process';

test('npm run check finds nothing: types, lint, format, unused code', () => {
  let output = '';
  try {
    execFileSync('npm', ['run', '--silent', 'check'], { encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    output = error instanceof Error && 'stdout' in error ? `${error.stdout}${error}` : String(error);
  }
  expect(output).toBe('');
}, 120_000);
