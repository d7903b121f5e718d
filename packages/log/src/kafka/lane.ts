import type { LogBatch } from '../log.ts';
import type { Hold } from './holds.ts';

/** Where a lane was dropped: messages from `committed` up to `next` were fetched but not handled. */
export interface DroppedLane {
  committed: bigint;
  next: bigint;
}

/** What one fetch returned for a partition. */
export interface Fetched {
  first: bigint;
  last: bigint;
  batches: readonly LogBatch[];
}

/**
 * Passes one partition's messages from the fetch to the handler: while one fetch is handled, at most one more is read
 * ahead. So a partition takes the memory of two fetches.
 */
export class Lane {
  readonly hold: Hold;
  /** Offset after the last committed message; before the first commit, that of the first message. */
  committed: bigint;
  /**
   * The log was reset, so the offsets of these messages are meaningless. The messages are handled, but their offsets are
   * neither committed nor used to resume.
   */
  offsetsInvalid = false;
  #next: bigint;
  #ahead: Fetched | undefined;
  #over = false;
  #room = new AbortController();

  constructor(hold: Hold, first: Fetched) {
    this.hold = hold;
    this.committed = first.first;
    this.#next = first.last + 1n;
  }

  /** Offset after the last message that was fetched. */
  get next(): bigint {
    return this.#next;
  }

  /** Aborted when nothing is read ahead: then the next fetch may come. */
  get room(): AbortSignal {
    return this.#room.signal;
  }

  /** Whether a fetch continues where this lane ends. After a rebalance fetches restart at the last commit. */
  isContinuedBy(hold: Hold, fetched: Fetched): boolean {
    const takes = this.hold === hold && !this.offsetsInvalid && !this.#over && this.#ahead === undefined;
    return takes && fetched.first >= this.#next;
  }

  /** Keeps a fetch for later. */
  readAhead(fetched: Fetched): void {
    this.#ahead = fetched;
    this.#next = fetched.last + 1n;
    this.#room = new AbortController();
  }

  /** The fetch that was read ahead; undefined when there is none: then the lane has ended. */
  advance(): Fetched | undefined {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    this.#over = ahead === undefined;
    this.#room.abort();
    return ahead;
  }
}
