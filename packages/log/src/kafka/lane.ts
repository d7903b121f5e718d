import type { LogBatch } from '../log.ts';
import type { Hold } from './holds.ts';

/** Where a lane was given up: what stands behind `committed`, up to `next`, was fetched and is open. */
export interface GivenUp {
  committed: bigint;
  next: bigint;
}

/** What one fetch brought of a partition. */
export interface Fetched {
  first: bigint;
  last: bigint;
  batches: readonly LogBatch[];
}

/**
 * The way of one partition's messages from the fetch to the handler: one fetch is in hand, and at most one more is read
 * ahead meanwhile. So the memory that a partition takes is that of two fetches.
 */
export class Lane {
  readonly hold: Hold;
  /** Offset after the last message that is committed, or of the first one. */
  committed: bigint;
  /**
   * The log has lost the place where reading was, so the numbers of these messages say nothing any more. They are handled,
   * but neither committed nor a reason to go on behind them.
   */
  adrift = false;
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

  /** Aborted as soon as nothing is read ahead: then the next fetch may come. */
  get room(): AbortSignal {
    return this.#room.signal;
  }

  /** Whether a fetch goes on where this lane ends. After a rebalance it begins again at the last commit. */
  isContinuedBy(hold: Hold, fetched: Fetched): boolean {
    const takes = this.hold === hold && !this.adrift && !this.#over && this.#ahead === undefined;
    return takes && fetched.first >= this.#next;
  }

  /** Keeps a fetch for later. */
  readAhead(fetched: Fetched): void {
    this.#ahead = fetched;
    this.#next = fetched.last + 1n;
    this.#room = new AbortController();
  }

  /** What comes after the fetch in hand; undefined when nothing was read ahead: then the lane is over. */
  advance(): Fetched | undefined {
    const ahead = this.#ahead;
    this.#ahead = undefined;
    this.#over = ahead === undefined;
    this.#room.abort();
    return ahead;
  }
}
