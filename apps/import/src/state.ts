import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { stateFile, stateFolder } from '@tallyhouse/backup';
import { type Holder, isGone, messageOf, thisProcess } from '@tallyhouse/service';
import { type Database, open } from 'lmdb';
import type { Followed } from './follow/tail.ts';
import type { VisitSpan } from './sessions.ts';

/** How far a file was imported. */
export interface Checkpoint<Counts> {
  /** InputFile.version */
  version: string;
  /** Lines or rows whose pings are durable in the log. */
  position: number;
  run: number;
  counts: Counts;
}

/**
 * What imports of a site remember, in an LMDB file of their own: its sessions, so that page views of a later file continue those
 * of an earlier one; and how far a running import got. Losing it loses no data: the next import starts at the first line, and
 * derives the same ids from the same files.
 */
export interface ImportState<Counts> {
  visits: Database<VisitSpan[], string>;
  /** The last run that saw a visitor, by its id. */
  visitors: Database<number, string>;
  /** A new number for each import. */
  nextRun(): number;
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

/** @throws an Error when another import of the site is running */
export function openState<Counts>(dataDir: string, site: string): ImportState<Counts> {
  const folder = join(dataDir, stateFolder, site);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Options: see packages/log/src/embedded/store.ts.
  const options = { overlappingSync: false, eventTurnBatching: false, permissionsMode: 0o600 };
  const root = open<unknown, string>(join(folder, stateFile), options);
  const facts = root.openDB<Holder | number, string>('facts', {});
  const checkpoints = root.openDB<Checkpoint<Counts>, string>('checkpoints', {});
  const follows = root.openDB<readonly Followed[], string>('follows', {});
  const self = thisProcess();
  facts.transactionSync(() => {
    const holder = facts.get('holder');
    if (typeof holder === 'object' && holder.pid !== self.pid && !isGone(holder)) {
      throw new Error(
        `Another import for the site ${site} is running (process ${holder.pid}). Wait for its end, or end it.`,
      );
    }
    facts.putSync('holder', self);
  });

  return {
    visits: root.openDB<VisitSpan[], string>('visits', {}),
    visitors: root.openDB<number, string>('visitors', {}),
    nextRun() {
      const last = facts.get('run');
      const run = (typeof last === 'number' ? last : 0) + 1;
      facts.putSync('run', run);
      return run;
    },
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
    setCheckpoint(file, checkpoint) {
      if (checkpoint === undefined) checkpoints.removeSync(file);
      else checkpoints.putSync(file, checkpoint);
    },
    followedOf: (file) => follows.get(file) ?? [],
    setFollowed: (file, followed) => void follows.putSync(file, followed),
    async close() {
      facts.removeSync('holder');
      await root.close();
    },
  };
}
