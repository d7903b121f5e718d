import { statfs } from 'node:fs/promises';
import { HttpError, type Logger } from '@tallyhouse/service';

/**
 * Reserves space on the disk of the log. Below the floor only senders with the key can write to it, so that acknowledged
 * pings can still be stored and merged, and the operator's own senders keep working.
 */
export interface DiskFloor {
  /** @throws HttpError 503 for a sender without the key when the disk is nearly full */
  refuse(sender: { keyed: boolean }): void;
  /** For readiness. @throws an Error that names the free space */
  check(): Promise<void>;
  /** At most a second old; undefined without a disk to watch. */
  freeBytes(): number | undefined;
  close(): void;
}

export interface DiskFloorOptions {
  /** A folder on the disk. Undefined: the log is not on a disk of this machine. */
  folder: string | undefined;
  /** 0: off. */
  floorBytes: number;
  logger: Logger;
  everyMs?: number;
}

/** Checks once before it returns, then every second: a check is a system call, for which no ping should wait. */
export async function watchDisk(options: DiskFloorOptions): Promise<DiskFloor> {
  const { folder, floorBytes, logger, everyMs = 1000 } = options;
  if (folder === undefined || floorBytes === 0) return noFloor;
  let free: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;
  const isBelow = () => free !== undefined && free < floorBytes;

  async function look(path: string): Promise<void> {
    const wasBelow = isBelow();
    try {
      const { bavail, bsize } = await statfs(path);
      free = bavail * bsize;
    } catch (error) {
      // While the free space is unknown, no sender is refused: a failing append reports that itself.
      if (free !== undefined)
        logger.warn({ err: error, folder: path }, 'cannot determine the free disk space');
      free = undefined;
    }
    if (isBelow() !== wasBelow) {
      const message = wasBelow
        ? 'the disk has free space again'
        : 'the disk is nearly full: refusing pings without the key';
      logger.warn({ folder: path, freeBytes: free, floorBytes }, message);
    }
    if (!closed) timer = setTimeout(look, everyMs, path).unref();
  }

  await look(folder);
  return {
    refuse(sender) {
      if (!sender.keyed && isBelow()) throw new HttpError('unavailable', nearlyFull, { headers: retryAfter });
    },
    async check() {
      if (isBelow())
        throw new Error(
          `${megabytes(free)} MiB of disk space are free; DISK_FLOOR_MB is ${megabytes(floorBytes)}`,
        );
    },
    freeBytes: () => free,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

const noFloor: DiskFloor = { refuse() {}, check: async () => {}, freeBytes: () => undefined, close() {} };

const nearlyFull = "The server's disk is nearly full: only pings with the key are accepted.";
const retryAfter = { 'Retry-After': '60' };

const megabytes = (bytes = 0): number => Math.floor(bytes / 1024 / 1024);
