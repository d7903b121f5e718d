import { batchLimits } from '@tallyhouse/log';
import { ContentRefusedError, type InsertMessages } from './insert.ts';
import { nameOf, type Run, sizeOf } from './runs.ts';

/** How long an insert waits for other partitions' runs. Their batches begin together (packages/log/src/pace.ts). */
const joinMs = 20;
/** How long a repeated insert waits for the runs that it failed with. Their retries begin together too. */
const rejoinMs = 500;
/** Within this time a failed run is repeated, if at all: the log waits 5 s at most. */
const repeatedMs = 10_000;

interface Waiting {
  run: Run;
  bytes: number;
  stored: () => void;
  failed: (error: unknown) => void;
}

/** Runs for one insert, which starts as soon as they are complete, or after a time limit. */
class Group {
  readonly #waiting: Waiting[] = [];
  readonly #isComplete: (runs: readonly Waiting[]) => boolean;
  readonly #close: () => void;
  #timer: NodeJS.Timeout | undefined;
  #waitMs: number;

  constructor(
    waitMs: number,
    isComplete: (runs: readonly Waiting[]) => boolean,
    whenClosed: (runs: readonly Waiting[]) => void,
  ) {
    this.#waitMs = waitMs;
    this.#isComplete = isComplete;
    this.#close = () => {
      clearTimeout(this.#timer);
      whenClosed(this.#waiting);
    };
  }

  add(waiting: Waiting): void {
    this.#waiting.push(waiting);
    if (this.#isComplete(this.#waiting)) this.#close();
    else this.#timer ??= setTimeout(this.#close, this.#waitMs);
  }
}

/**
 * Lets runs of several partitions that arrive together share one insert, because an insert costs ClickHouse much the same with one row as
 * with thousands. It resolves or throws for each run as if the run had its own. The token of an insert names all its runs (insert.ts). So
 * runs whose insert failed with an unknown outcome are repeated together, and ClickHouse recognizes the repetition. A run that comes back
 * without the others, because their partitions now belong to another consumer, is stored under a token of its own: a redelivery, as after
 * any rebalance. When the content of a shared insert is refused, each run is inserted separately, so that only bad ones are refused.
 */
export function shareInserts(insertMessages: InsertMessages): (run: Run) => Promise<void> {
  /** Groups open to any run of a row version. */
  const open = new Map<number, Group>();
  /** Groups that failed and take only the runs that they failed with. */
  const repeated = new Map<string, Group>();

  function openGroup(version: number): Group {
    const group = new Group(joinMs, isFull, (runs) => {
      open.delete(version);
      for (const part of partsWithinLimits(runs)) void send(part);
    });
    open.set(version, group);
    return group;
  }

  async function send(runs: readonly Waiting[]): Promise<void> {
    try {
      await insertTogether(runs);
      for (const { stored } of runs) stored();
    } catch (error) {
      const shared = runs.length > 1;
      if (shared && error instanceof ContentRefusedError) {
        for (const waiting of runs) void send([waiting]);
        return;
      }
      if (shared) repeatTogether(runs.map(({ run }) => nameOf(run)));
      for (const { failed } of runs) failed(error);
    }
  }

  async function insertTogether(runs: readonly Waiting[]): Promise<void> {
    // This order keeps the token independent of which partition came first.
    const sorted = runs.map(({ run }) => run).sort((a, b) => a.partition - b.partition);
    const [first, ...others] = sorted;
    if (first) await insertMessages(first, ...others);
  }

  function repeatTogether(keys: readonly string[]): void {
    const forget = () => {
      for (const key of keys) if (repeated.get(key) === group) repeated.delete(key);
    };
    const group = new Group(
      rejoinMs,
      (runs) => runs.length === keys.length,
      (runs) => {
        forget();
        void send(runs);
      },
    );
    for (const key of keys) repeated.set(key, group);
    setTimeout(forget, repeatedMs).unref();
  }

  return (run) =>
    new Promise((stored, failed) => {
      const { bytes } = sizeOf([run]);
      const group = repeated.get(nameOf(run)) ?? open.get(run.version) ?? openGroup(run.version);
      group.add({ run, bytes, stored, failed });
    });
}

function isFull(runs: readonly Waiting[]): boolean {
  const { messages, bytes } = totalOf(runs);
  return messages >= batchLimits.messages || bytes >= batchLimits.bytes;
}

function totalOf(runs: readonly Waiting[]): { messages: number; bytes: number } {
  return {
    messages: runs.reduce((sum, { run }) => sum + run.values.length, 0),
    bytes: runs.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

/** The last run may have made a group too large: then it is inserted separately. */
function partsWithinLimits(runs: readonly Waiting[]): (readonly Waiting[])[] {
  const { messages, bytes } = totalOf(runs);
  if (runs.length === 1 || (messages <= batchLimits.messages && bytes <= batchLimits.bytes)) return [runs];
  return [runs.slice(0, -1), runs.slice(-1)];
}
