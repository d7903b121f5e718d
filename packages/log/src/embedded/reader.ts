import type { Logger } from '@tallyhouse/service';
import type { BatchHandler, LogReader, PartitionLag } from '../log.ts';
import { pause } from '../pause.ts';
import { createLease } from './lease.ts';
import { LeaseSession } from './lease-session.ts';
import { decodeOffsets, encodeOffsets, offsetAt } from './offsets.ts';
import type { Store } from './store.ts';
import { trimStep } from './trim.ts';

/** How soon a message of another process is seen. A poll costs 20 µs; in all, an idle reader takes 0.2 % of a core. */
const pollMs = 100;
/** How soon a waiting reader sees that the active one is gone. Each check is a system call about that process. */
const standbyMs = 250;
const trimEveryMs = 10_000;

export interface EmbeddedReaderDeps {
  store: Store;
  clock: () => number;
  logger: Logger;
  retainMs: number;
  leaseMs: number;
}

/**
 * Reads for one group. Among all readers of a group, in any process, one is active; the others wait for its lease.
 * The commit is stored in the log itself, durable like an append (store.ts). A batch that was handled just before a
 * crash, or by a reader that had lost its lease, is redelivered; none is skipped.
 */
export function createEmbeddedReader(deps: EmbeddedReaderDeps, group: string): LogReader {
  const { store, clock, logger, retainMs, leaseMs } = deps;
  const lease = createLease(store, group, clock, leaseMs);
  const closing = new AbortController();
  let session: LeaseSession | undefined;
  let running: Promise<void> | undefined;
  let rebalances = 0;
  let resets = 0;

  async function run(handler: BatchHandler): Promise<void> {
    while (!closing.signal.aborted) {
      store.refresh();
      const commits = await attempt(() => lease.claim(), 'could not claim the lease');
      if (commits) {
        rebalances++;
        logger.debug({ group }, 'reading');
        const from = commits.map((commit, partition) => bounded(partition, commit));
        if (`${from}` !== `${commits}`) {
          resets++;
          logger.error({ group, from: `${from}` }, `the committed offsets ${commits} no longer exist`);
        }
        session = new LeaseSession({ store, lease, handler, clock, logger, renewMs: leaseMs / 3 }, from);
        try {
          await serve(session);
        } finally {
          if (session.handedOver) logger.warn({ group }, 'another reader took over');
          else await attempt(() => lease.release(), 'could not release the lease');
        }
      }
      await pause(standbyMs, closing.signal);
    }
  }

  async function serve(current: LeaseSession): Promise<void> {
    let over = false;
    let resting = new AbortController();
    const finished = current.finished.finally(() => {
      over = true;
      resting.abort();
    });
    // Awaited at the end; until then a rejection must not count as unhandled.
    finished.catch(() => {});
    const tell = () => {
      if (current.isWaiting) resting.abort();
    };
    store.appended.add(tell);
    let trimmedAt = clock();
    while (!over) {
      if (closing.signal.aborted) current.end();
      await attempt(() => current.renewWhenDue(), 'could not renew the lease');
      resting = new AbortController();
      if (!current.ended) current.poll();
      if (Math.abs(clock() - trimmedAt) >= trimEveryMs) {
        if (await attempt(() => trimStep(store, clock(), retainMs), 'could not trim the log')) continue;
        trimmedAt = clock();
      }
      if (!over) await pause(pollMs, resting.signal);
    }
    store.appended.delete(tell);
    await finished;
  }

  async function attempt<T>(act: () => Promise<T>, failure: string): Promise<T | undefined> {
    try {
      return await act();
    } catch (error) {
      logger.warn({ err: error, group }, failure);
      return undefined;
    }
  }

  function bounded(partition: number, offset: bigint): bigint {
    const start = offsetAt(store.starts(), partition);
    const end = offsetAt(store.ends(), partition);
    if (offset < start) return start;
    return offset > end ? end : offset;
  }

  return {
    async consume(handler, onFatal) {
      if (running) throw new Error('This reader is already consuming.');
      running = run(handler).catch((error: unknown) => onFatal(error));
    },
    check: async () => {},
    offsetResets: () => resets,
    async lag() {
      store.refresh();
      const stored = store.state.get(`commits:${group}`);
      const commits = stored ? decodeOffsets(stored) : store.starts();
      return store
        .ends()
        .map((end, partition): PartitionLag => ({ partition, end, committed: offsetAt(commits, partition) }));
    },
    async seek(targets) {
      await store.transaction(() => {
        const stored = store.state.get(`commits:${group}`);
        const commits = stored ? decodeOffsets(stored) : store.starts();
        for (const { partition, offset } of targets) commits[partition] = bounded(partition, offset);
        store.state.putSync(`commits:${group}`, encodeOffsets(commits));
      });
    },
    async isConsumed() {
      store.refresh();
      return lease.isHeld();
    },
    rebalances: () => rebalances,
    rejoins: () => 0,
    async close() {
      closing.abort();
      session?.end();
      await running;
    },
  };
}
