import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
/** Bytes; several times what the tests need at once. */
const enough = 8 * 1024 ** 3;

let folder: string | undefined;

/**
 * Puts the temporary files of all tests, and of what they start, into memory where there is room: ClickHouse and Kafka write very many
 * small files. TMPDIR names another folder.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return;
  folder = mkdtempSync(join(memory, 'tallyhouse-tests-'));
  // As /tmp has it: tests run programs as other users.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
}

/** To be called when all that was started has ended. */
export function removeTemporaryFiles(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory);
    return bavail * bsize >= enough;
  } catch {
    return false;
  }
}
