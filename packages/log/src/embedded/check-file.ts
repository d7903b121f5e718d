import { accessSync, closeSync, constants, existsSync, fstatSync, openSync, statSync } from 'node:fs';
import { damageOf } from './lmdb-file.ts';

/** The log's file cannot be used. The message names it, says what is wrong with it, and the way on. */
export class UnusableLogError extends Error {
  override name = 'UnusableLogError';
}

/**
 * Makes sure that LMDB can open the file: that this user may read and write it, and that it is not damaged. lmdb-js never
 * comes back from an open that fails, and no signal but SIGKILL ends it there. An empty file is fine; a missing one is made.
 * @throws UnusableLogError
 */
export function checkFile(file: string): void {
  const descriptor = opened(file);
  try {
    const damage = fstatSync(descriptor).size === 0 ? undefined : damageOf(descriptor);
    if (damage !== undefined) throw new UnusableLogError(tellDamage(file, damage));
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
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UnusableLogError(`The log's file ${file} cannot be opened: ${why}.`, { cause });
  }
}

/**
 * What to say of a damaged file, and the way on.
 * @param damage what is wrong with it, as the end of a sentence
 */
export function tellDamage(file: string, damage: string): string {
  return `The log's file ${file} is damaged: ${damage}.
Nothing was changed. Keep the file: what was acknowledged but not yet stored in ClickHouse is in it alone.
Restore it from a backup of DATA_DIR. Or stop every program that uses it, move it away, and start again with an empty log:

  mv ${file} ${file}.damaged

Everything that is stored stays in the reports. What was not stored yet is missing from them, and neither npm run verify nor
npm run replay can tell or bring it back: they know the new log alone. docs/operations.md says more.`;
}
