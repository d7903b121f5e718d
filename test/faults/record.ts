import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** A line for the table that `npm run test:faults` prints in the end (table-reporter.cjs). */
export function record(line: Record<string, string | number>): void {
  const file = process.env['FAULTS_LINES'];
  if (!file) return;
  mkdirSync(dirname(file), { recursive: true });
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}
