import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of a few megabytes, which a test may fill up. */
export interface SmallDisk {
  folder: string;
  /** Takes all the room there is; what others freed since the last time, too. */
  fill(): void;
  /** Gives it back. */
  free(): void;
  remove(): void;
}

/** Mounts one in memory. It takes root, or sudo that asks for no password. @throws an Error that says so */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-disk-'));
  const filler = join(folder, 'filler');
  try {
    asRoot(['mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0777`, 'tmpfs', folder]);
  } catch (error) {
    rmdirSync(folder);
    throw new Error(
      'A disk to fill up is mounted: run the tests as root, or where sudo asks for no password.',
      {
        cause: error,
      },
    );
  }
  return {
    folder,
    fill() {
      for (const size of [1024 ** 2, 4096, 1]) {
        try {
          for (;;) appendFileSync(filler, Buffer.alloc(size, 'x'));
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

function asRoot(command: string[]): void {
  const [file = '', ...args] = process.getuid?.() === 0 ? command : ['sudo', '-n', ...command];
  execFileSync(file, args, { stdio: 'pipe' });
}
