import { statfs } from 'node:fs/promises';
import { HttpError, type Logger } from '@tallyhouse/service';
import type { Sender } from './pipeline/arrival.ts';

/**
 * Keeps some room on the disk that the log is on. Below the floor strangers can no longer write to it, so that what was
 * acknowledged can still be stored and merged, and the operator's own senders go on.
 */
export interface DiskFloor {
  /** @throws HttpError 503 for a sender without the key when the disk is nearly full */
  refuse(sender: Sender): void;
  /** For readiness. @throws an Error that says how much is free */
  check(): Promise<void>;
  /** As of a second ago; undefined without a disk to watch. */
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

/** Looks once before it returns, then every second: a look takes a system call, which no ping should wait for. */
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
      // Without an answer nobody is refused: an append that fails says so itself.
      if (free !== undefined) logger.warn({ err: error, folder: path }, 'cannot tell how much disk is free');
      free = undefined;
    }
    if (isBelow() !== wasBelow) {
      const message = wasBelow
        ? 'the disk has room again'
        : 'the disk is nearly full: refusing pings without the key';
      logger.warn({ folder: path, freeBytes: free, floorBytes }, message);
    }
    if (!closed) timer = setTimeout(look, everyMs, path).unref();
  }

  await look(folder);
  return {
    refuse(sender) {
      if (!sender.keyed && isBelow()) throw nearlyFull();
    },
    async check() {
      if (isBelow())
        throw new Error(`${megabytes(free)} MiB of disk are free, DISK_FLOOR_MB is ${megabytes(floorBytes)}`);
    },
    freeBytes: () => free,
    close() {
      closed = true;
      clearTimeout(timer);
    },
  };
}

const noFloor: DiskFloor = { refuse() {}, check: async () => {}, freeBytes: () => undefined, close() {} };

function nearlyFull(): HttpError {
  return new HttpError(
    'unavailable',
    "The server's disk is nearly full: only pings with the key are taken.",
    {
      headers: { 'Retry-After': '60' },
    },
  );
}

function megabytes(bytes = 0): number {
  return Math.floor(bytes / 1024 / 1024);
}
