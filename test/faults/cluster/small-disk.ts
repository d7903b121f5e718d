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
