import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stateFile, stateFolder } from '@tallyhouse/backup';
import { type Holder, isGone, messageOf, thisProcess } from '@tallyhouse/service';
import { type Database, open, type RootDatabase } from 'lmdb';
import type { Followed } from './follow/tail.ts';
import type { VisitSpan } from './sessions.ts';

/** How far a file was imported. */
export interface Checkpoint<Counts> {
  /** That of the file, with the options and settings of the import. */
  version: string;
  /** Lines or rows whose pings are durable in the log. */
  position: number;
  run: number;
  counts: Counts;
}

/**
 * What imports of a site remember, in an LMDB file of their own: its sessions, so that page views of a later file continue those
 * of an earlier one; and how far a running import got, and each file that is followed. Losing it loses no data: the next import starts at
 * the first line, and derives the same ids from the same files. Several processes may use it: sessions are for {@link write}.
 */
export interface ImportState<Counts> {
  visits: Database<VisitSpan[], string>;
  /** The last run that saw a visitor, by its id. */
  visitors: Database<number, string>;
  /** A new number for each import. */
  run: number;
  checkpointOf(file: string): Checkpoint<Counts> | undefined;
  /** Writes are durable when this resolves. @throws an Error when the disk is full */
  write(work: () => void): Promise<void>;
  /** Within {@link write}; undefined forgets it. */
  setCheckpoint(file: string, checkpoint: Checkpoint<Counts> | undefined): void;
  /** The files of one path that are followed, oldest first. */
  followedOf(file: string): readonly Followed[];
  /** Within {@link write}. */
  setFollowed(file: string, followed: readonly Followed[]): void;
  close(): Promise<void>;
}

/** @param followed the path of a file that is followed @throws an Error when another import of the site, or of that file, is running */
export function openState<Counts>(dataDir: string, site: string, followed?: string): ImportState<Counts> {
  const folder = join(dataDir, stateFolder, site);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Options: see packages/log/src/embedded/store.ts.
  const options = { overlappingSync: false, eventTurnBatching: false, permissionsMode: 0o600 };
  const root = open<unknown, string>(join(folder, stateFile), options);
  const facts = root.openDB<Holder | number, string>('facts', {});
  const checkpoints = root.openDB<Checkpoint<Counts>, string>('checkpoints', {});
  const follows = root.openDB<readonly Followed[], string>('follows', {});
  const self = thisProcess();
  const hash = followed && createHash('sha256').update(resolve(followed)).digest('hex').slice(0, 8);
  const heldBy = hash ? `holder ${hash}` : 'holder';
  const run = facts.transactionSync(() => {
    const holder = facts.get(heldBy);
    if (typeof holder === 'object' && holder.pid !== self.pid && !isGone(holder)) {
      throw new Error(
        `Another import for the site ${site} is running (process ${holder.pid}). Wait for its end, or end it.`,
      );
    }
    facts.putSync(heldBy, self);
    const run = Number(facts.get('run') ?? 0) + 1;
    facts.putSync('run', run);
    return run;
  });
  if (hash) adopt(`${folder}~${hash}`, root);

  return {
    visits: root.openDB<VisitSpan[], string>('visits', {}),
    visitors: root.openDB<number, string>('visitors', {}),
    run,
    checkpointOf: (file) => checkpoints.get(file),
    async write(work) {
      try {
        await root.transaction(work);
      } catch (error) {
        // lmdb-js attaches the reason as a rejected promise, which ends the process unless it is handled.
        if (error instanceof Error && 'commitError' in error && error.commitError instanceof Promise) {
          error.commitError.catch(() => {});
        }
        throw new Error(
          `${folder} cannot be written: ${messageOf(error)}. Run the same command again when it can.`,
        );
      }
    },
    setCheckpoint: (file, one) => void (one ? checkpoints.putSync(file, one) : checkpoints.removeSync(file)),
    followedOf: (file) => follows.get(file) ?? [],
    setFollowed: (file, followed) => void follows.putSync(file, followed),
    async close() {
      facts.removeSync(heldBy);
      await root.close();
    },
  };
}

/** Takes over what 0.2 remembered of a followed file, in a folder of its own. One that this user may not read throws. */
function adopt(folder: string, root: RootDatabase): void {
  if (statSync(join(folder, stateFile), { throwIfNoEntry: false }) === undefined) return;
  const earlier = open(join(folder, stateFile), { readOnly: true });
  for (const name of ['visits', 'follows']) {
    const to = root.openDB(name, {});
    to.transactionSync(() => {
      for (const { key, value } of earlier.openDB(name, {}).getRange())
        to.putSync(key, value, { noOverwrite: true });
    });
  }
  void earlier.close();
  rmSync(folder, { recursive: true });
}
