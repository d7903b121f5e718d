import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '@tallyhouse/service';
import { type Database, open } from 'lmdb';
import { LogUnavailableError } from '../log.ts';
import { within } from '../within.ts';
import { checkFile, describeDamage, UnusableLogError } from './check-file.ts';
import { CorruptLogError } from './chunk.ts';
import { decodeOffsets, encodeOffsets } from './offsets.ts';

/**
 * The embedded log's file, `<folder>/log.mdb`, an LMDB environment that any number of processes of one machine (and of
 * one container: LMDB identifies its readers by process id) open at the same time. It must not be on a network drive.
 *
 * Durability. A transaction's promise resolves after LMDB has written the pages, called fdatasync, and then written
 * the meta page that makes them the current state through a descriptor opened with O_DSYNC (seen with strace). So
 * acknowledged messages survive kill -9 and, if the drive does what it promises, a power cut; an unacknowledged append
 * is present as a whole or not at all. This depends on `overlappingSync: false`: lmdb-js' default resolves the promise
 * before the sync, and its separate promise for the sync never settles when the sync fails. The default is no faster
 * here either (1,600 transactions of 200 kB a second with and without).
 *
 * `eventTurnBatching: false`, because with it lmdb-js creates a promise for each commit that nothing handles: the first
 * full disk would end the process with an unhandled rejection. Without it appends are no slower (480k messages a second
 * in fours of 500).
 *
 * Not provided: a process that is frozen (SIGSTOP) in the middle of a write holds LMDB's lock, and the writes of all
 * others fail until it continues or dies: after 5 s, further messages at once. The system frees the lock of a dead process.
 */
export interface Store {
  file: string;
  /** The number with which the log was created. */
  partitions: number;
  /** Key: `chunkKey`. Value: a sealed chunk. */
  chunks: Database<Buffer, Buffer>;
  /** Key: `ends`, `starts`, `commits:<group>`, `lease:<group>`, and those of trim.ts. */
  state: Database<Buffer, string>;
  /**
   * Runs `work` exclusively among all processes. Its writes are durable when this resolves, and rolled back when `work`
   * throws.
   * @throws LogUnavailableError when they could not be written within 5 s; they may be written later nevertheless
   */
  transaction<T>(work: () => T): Promise<T>;
  /** Whether a transaction was not written in time, and none has ended since. Further ones wait in memory, without a bound. */
  isStuck(): boolean;
  /** Called after each append of this process. */
  appended: Set<() => void>;
  /** Makes later reads see what other processes have written by now. */
  refresh(): void;
  /** Offset after the last message, for each partition. */
  ends(): bigint[];
  /** Offset of the oldest message kept, for each partition. */
  starts(): bigint[];
  close(): Promise<void>;
}

const transactionTimeoutMs = 5000;
const reasonTimeoutMs = 1000;

/**
 * Opens the log; creates it with `partitions` when there is none.
 * @throws UnusableLogError when the file cannot be used, an Error when the folder cannot be created
 */
export function openStore(folder: string, partitions: number): Store {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, 'log.mdb');
  checkFile(file);
  try {
    return openChecked(file, partitions);
  } catch (error) {
    const damage = messageOf(error);
    throw new UnusableLogError(describeDamage(file, damage), { cause: error });
  }
}

function openChecked(file: string, partitions: number): Store {
  const options = {
    overlappingSync: false,
    eventTurnBatching: false,
    encoding: 'binary' as const,
    // The file holds visitors' addresses. lmdb-js accepts this option; its types lack it.
    permissionsMode: 0o600,
  };
  const root = open<Buffer, string>(file, options);
  const chunks = root.openDB<Buffer, Buffer>('chunks', { encoding: 'binary', keyEncoding: 'binary' });
  const state = root.openDB<Buffer, string>('state', { encoding: 'binary' });
  state.transactionSync(() => {
    if (state.get('ends')) return;
    const zeros = encodeOffsets(Array.from({ length: partitions }, () => 0n));
    state.putSync('starts', zeros);
    state.putSync('ends', zeros);
  });
  const offsets = (key: string) => {
    const stored = state.get(key);
    if (!stored) throw new CorruptLogError(`its record "${key}" is gone`);
    return decodeOffsets(stored);
  };
  let isStuck = false;
  return {
    file,
    partitions: offsets('ends').length,
    chunks,
    state,
    appended: new Set(),
    async transaction(work) {
      // A child transaction, because a plain one keeps writes made before its callback threw.
      const transaction = state.childTransaction(work).finally(() => {
        isStuck = false;
      });
      const late = () => {
        isStuck = true;
        return 'Writing to the log timed out after 5 s.';
      };
      return within(transactionTimeoutMs, late, transaction).catch(unavailable);
    },
    isStuck: () => isStuck,
    refresh: () => root.resetReadTxn(),
    ends: () => offsets('ends'),
    starts: () => offsets('starts'),
    close: () => root.close(),
  };
}

/** Chunks sort by partition, then by the offset of their first message. */
export function chunkKey(partition: number, firstOffset: bigint): Buffer {
  const key = Buffer.allocUnsafe(12);
  key.writeUInt32BE(partition, 0);
  key.writeBigUInt64BE(firstOffset, 4);
  return key;
}

/** The offset that a chunk's key names. */
export function firstOffsetOf(key: Buffer): bigint {
  return key.readBigUInt64BE(4);
}

/** A full disk, a full map and the like come from LMDB; our own errors pass unchanged. */
async function unavailable(error: unknown): Promise<never> {
  if (error instanceof LogUnavailableError || error instanceof CorruptLogError) throw error;
  const cause = await reasonOf(error);
  throw new LogUnavailableError(`Writing to the log failed: ${cause}`, { cause });
}

/**
 * lmdb-js attaches the reason as a promise, which ends the process unless it is handled. It rejects the promise a moment later, or with
 * the next failure.
 */
async function reasonOf(error: unknown): Promise<unknown> {
  const reason: unknown = Object(error).commitError;
  // No `instanceof`: its functions may belong to another realm, because a process loads the addon once.
  if (typeof Object(reason).then !== 'function') return error;
  return within(reasonTimeoutMs, 'no reason is known yet', Promise.resolve(reason)).catch(
    (known: unknown) => known,
  );
}
