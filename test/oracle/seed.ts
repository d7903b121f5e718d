import { execFileSync } from 'node:child_process';
import { hash } from './traffic/id.ts';

/** A number that differs for each commit and file; ORACLE_SEED sets another. */
export const seedOf = (file: string): string =>
  process.env['ORACLE_SEED'] ?? `${Number.parseInt(hash(`${commit()} ${file}`).slice(0, 8), 16)}`;

function commit(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return 'a folder without its history';
  }
}
