import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Mounts a file system of a few megabytes in memory, which a test may fill up. It needs root, or sudo without a password. @throws an Error that states this */
export function mountSmallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-disk-'));
  const filler = join(folder, 'filler');
  try {
    asRoot(['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', folder]);
  } catch (error) {
    rmdirSync(folder);
    throw new Error('The test mounts a small disk: run it as root, or with a sudo that needs no password.', {
      cause: error,
    });
  }
  return {
    folder,
    /** Fills all free room, including what others freed since the last call. */
    fill() {
      for (const { size, times } of steps(megabytes)) {
        try {
          for (let time = 0; time < times; time++) appendFileSync(filler, Buffer.alloc(size, 'x'));
        } catch (error) {
          if (!String(error).includes('ENOSPC')) throw error;
        }
      }
    },
    free: () => rmSync(filler, { force: true }),
    remove() {
      asRoot(['umount', '--lazy', folder]);
      rmdirSync(folder);
    },
  };
}

/**
 * Ever smaller pieces, of each no more than fit into one of those before: what others free meanwhile may be megabytes, and
 * to fill them byte by byte would take minutes, in which this process does nothing else.
 */
const steps = (megabytes: number) => [
  { size: 1024 ** 2, times: megabytes },
  { size: 4096, times: 256 },
  { size: 1, times: 4096 },
];

function asRoot(command: string[]): void {
  const [file = '', ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command];
  execFileSync(file, args, { stdio: 'pipe' });
}
