/** Locks out other runs: a file, or an object, names the process that writes into a lake. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isGone, parseHolder, thisProcess } from '@tallyhouse/service';

export const lockFile = '.lock.json';
/** The longest time in which a process writes it, or takes over one that was left. */
const fillMs = 1000;

export interface LockFile {
  /** Where it is, for messages. */
  name: string;
  /** @returns false when it is there already */
  create(text: string): Promise<boolean>;
  /** Its text; undefined when it is not there. */
  read(): Promise<string | undefined>;
  remove(): Promise<void>;
}

/** @param to the lake @returns what unlocks it @throws an Error that names the process which holds it */
export async function takeLock(lock: LockFile, to: string): Promise<() => Promise<void>> {
  const own = JSON.stringify({ ...thisProcess(), host: hostname(), token: randomUUID() });
  const isOwn = async () => (await lock.read()) === own;
  const holder = async () => parseHolder((await lock.read()) ?? '');
  for (let takesOver = false; ; takesOver = true) {
    // Its own may be there, from a try whose response was lost. Several runs may find a lock that was left, and the second may
    // remove that of the first.
    if (((await lock.create(own)) || (await isOwn())) && (!takesOver || (await sleep(fillMs).then(isOwn))))
      return async () => void ((await isOwn()) && (await lock.remove()));
    // Created a moment ago, it may not name its process yet. A link to a whole one would need a file system that has links.
    const other = (await holder()) ?? (await sleep(fillMs).then(holder));
    if (other !== undefined && !isGone(other)) {
      throw new Error(
        `Another export is writing to ${to}: process ${other.pid} on ${other.host}. ` +
          `Run this again when it has ended; if that machine or container is gone, remove ${lock.name}.`,
      );
    }
    await lock.remove();
  }
}
