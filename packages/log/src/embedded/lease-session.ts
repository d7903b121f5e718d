import type { Logger } from '@tallyhouse/service';
import { batchLimits } from '../batch-limits.ts';
import { deliver } from '../deliver.ts';
import type { BatchControl, BatchHandler } from '../log.ts';
import { Pace } from '../pace.ts';
import { pause } from '../pause.ts';
import { readBatch } from './batch.ts';
import type { Lease } from './lease.ts';
import { offsetAt } from './offsets.ts';
import type { Store } from './store.ts';

const commitRetryMs = 250;

export interface LeaseSessionDeps {
  store: Store;
  lease: Lease;
  handler: BatchHandler;
  clock: () => number;
  logger: Logger;
  renewMs: number;
}

/** Reads from taking a group's lease until losing or releasing it, each partition in its own loop. */
export class LeaseSession {
  readonly #deps: LeaseSessionDeps;
  readonly #end = new AbortController();
  readonly #wakers = new Map<number, () => void>();
  readonly #pace = new Pace();
  #ends: bigint[];
  #renewedAt: number;
  #handed = false;
  /** Settles when all partitions' loops have ended; rejects with an error that no retry can fix. */
  readonly finished: Promise<void>;

  constructor(deps: LeaseSessionDeps, commits: readonly bigint[]) {
    this.#deps = deps;
    this.#renewedAt = deps.clock();
    this.#ends = deps.store.ends();
    const loops = commits.map((commit, partition) => this.#readPartition(partition, commit));
    this.finished = Promise.allSettled(loops).then((results) => {
      const failed = results.find((result) => result.status === 'rejected');
      if (failed) throw failed.reason;
    });
  }

  get ended(): boolean {
    return this.#end.signal.aborted;
  }

  get isWaiting(): boolean {
    return this.#wakers.size > 0;
  }

  /** True when another reader has the lease now. */
  get handedOver(): boolean {
    return this.#handed;
  }

  /** Starts no further batch; running handlers see `abandoned()`. */
  end(): void {
    this.#end.abort();
    for (const wake of this.#wakers.values()) wake();
  }

  /** Checks once for new messages; one cheap read when there are none. */
  poll(): void {
    this.#deps.store.refresh();
    const ends = this.#deps.store.ends();
    for (const [partition, end] of ends.entries()) {
      if (end !== this.#ends[partition]) this.#wakers.get(partition)?.();
    }
    this.#ends = ends;
  }

  /** Renews the lease when it is due, or the clock was set back. */
  async renewWhenDue(): Promise<void> {
    if (Math.abs(this.#deps.clock() - this.#renewedAt) < this.#deps.renewMs) return;
    this.#renewedAt = this.#deps.clock();
    if (!(await this.#deps.lease.renew())) this.#handOver();
  }

  #handOver(): void {
    this.#handed = true;
    this.end();
  }

  async #readPartition(partition: number, commit: bigint): Promise<void> {
    const { store, handler, logger } = this.#deps;
    const control: BatchControl = { heartbeat: () => this.renewWhenDue(), abandoned: () => this.ended };
    let next = commit;
    /** More messages were there than the last batch could hold. */
    let behind = false;
    try {
      while (!this.ended) {
        if (next === offsetAt(this.#ends, partition)) {
          await this.#newMessages(partition);
          continue;
        }
        const isBehind = () =>
          behind || offsetAt(this.#ends, partition) - next >= BigInt(batchLimits.messages);
        await this.#pace.turn(isBehind, this.#end.signal);
        if (this.ended) return;
        // Messages that came during the wait belong to the batch.
        this.poll();
        const end = offsetAt(this.#ends, partition);
        const batch = readBatch(store, partition, next, end);
        this.#pace.begin(batch.values.length);
        // Handled but ended meanwhile: commit nevertheless, to save a redelivery.
        if (!(await deliver(batch, handler, control, logger, this.#end.signal))) return;
        next += BigInt(batch.values.length);
        behind = next < end;
        await this.#commit(partition, next);
      }
    } catch (error) {
      this.end();
      throw error;
    }
  }

  #newMessages(partition: number): Promise<void> {
    return new Promise((resolve) => {
      this.#wakers.set(partition, () => {
        this.#wakers.delete(partition);
        resolve();
      });
    });
  }

  async #commit(partition: number, offset: bigint): Promise<void> {
    for (;;) {
      try {
        if (!(await this.#deps.lease.commit(partition, offset))) this.#handOver();
        else this.#renewedAt = this.#deps.clock();
        return;
      } catch (error) {
        this.#deps.logger.warn({ err: error, partition }, 'could not write a commit');
        if (this.ended) return;
        await pause(commitRetryMs, this.#end.signal);
      }
    }
  }
}
