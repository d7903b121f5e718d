import { accessSync, closeSync, constants, existsSync, fstatSync, openSync, statSync } from 'node:fs';
import { messageOf } from '@tallyhouse/service';
import { damageOf } from './lmdb-file.ts';

/** The log's file cannot be used. The message names the file, the problem and the remedy. */
export class UnusableLogError extends Error {
  override name = 'UnusableLogError';
}

/**
 * Checks that LMDB can open the file: that this user may read and write it, and that it is not damaged. A failing open
 * of lmdb-js never returns, and only SIGKILL ends it. An empty file is fine; a missing one is created.
 * @throws UnusableLogError
 */
export function checkFile(file: string): void {
  const descriptor = opened(file);
  try {
    const damage = fstatSync(descriptor).size === 0 ? undefined : damageOf(descriptor);
    if (damage !== undefined) throw new UnusableLogError(describeDamage(file, damage));
  } finally {
    closeSync(descriptor);
  }
}

function opened(file: string): number {
  const lock = `${file}-lock`;
  try {
    for (const name of [file, lock]) {
      if (existsSync(name) && !statSync(name).isFile()) throw new Error(`${name} is not a file`);
    }
    // The lock file is not opened: closing it would release the locks that this process may hold on it.
    if (existsSync(lock)) accessSync(lock, constants.R_OK | constants.W_OK);
    return openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  } catch (cause) {
    const why = messageOf(cause);
    throw new UnusableLogError(`The log's file ${file} cannot be opened: ${why}.`, { cause });
  }
}

/**
 * The error message for a damaged file, with the remedy.
 * @param damage the problem, as the end of a sentence
 */
export function describeDamage(file: string, damage: string): string {
  return `The log's file ${file} is damaged: ${damage}.
Nothing was changed. Keep the file: pings that were acknowledged but not yet stored in ClickHouse exist only there.
Restore it from a backup of DATA_DIR. Or stop every program that uses it, move it away, and start with an empty log:

  mv ${file} ${file}.damaged

Reports keep everything that is stored. They lack what was not stored yet; tallyhouse verify cannot detect that and
tallyhouse replay cannot restore it, because both know only the new log. See docs/operations/runbook.md.`;
}
