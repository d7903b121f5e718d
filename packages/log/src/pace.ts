import { pause } from './pause.ts';

/** After a batch of this many messages the next one waits longer. */
const manyMessages = 10;
const afterFewMs = 250;
const afterManyMs = 1000;
/** How soon a waiting partition notices that it need not wait. */
const checkMs = 100;

/**
 * When a reader takes its next batches: at once after silence, at most four times a second while there are few
 * messages, once a second under load. A batch costs its handler much the same with one message as with thousands (an
 * insert into ClickHouse writes seven parts, which have to be merged later), and partitions whose batches begin together
 * can share one. A reader that is behind does not wait (docs/decisions/0018-pace.md).
 */
export class Pace {
  #began = Number.NEGATIVE_INFINITY;
  #messages = 0;
  readonly #clock: () => number;

  /** @param clock milliseconds from any moment on, never set back */
  constructor(clock: () => number = () => performance.now()) {
    this.#clock = clock;
  }

  /** Notes a batch that begins now. Batches that begin while others would still wait count with them. */
  begin(messages: number): void {
    if (this.waitMs === 0) {
      this.#began = this.#clock();
      this.#messages = 0;
    }
    this.#messages += messages;
  }

  /**
   * Resolves when the next batch should begin, within a second; earlier when the signal is aborted.
   * @param isBehind whether there is a whole batch by now, which need not wait
   */
  async turn(isBehind: () => boolean, signal: AbortSignal): Promise<void> {
    while (this.waitMs > 0 && !isBehind() && !signal.aborted) {
      await pause(Math.min(this.waitMs, checkMs), signal);
    }
  }

  /** Milliseconds until the next batch should begin; 0 when it may now. At most 1,000. */
  get waitMs(): number {
    const restMs = this.#messages < manyMessages ? afterFewMs : afterManyMs;
    return Math.max(0, this.#began + restMs - this.#clock());
  }
}
