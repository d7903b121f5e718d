import { remembered } from './remembered.ts';

/** The allowance of one key. */
export interface TokenBucket {
  /**
   * Seconds until the bucket holds `count` tokens; 0 when it does. A full bucket suffices for any count; otherwise a
   * batch larger than the burst could never pass.
   * @param paid tokens of the `count` that were already spent
   */
  wait(count: number, paid?: number): number;
  /** Takes tokens, even more than there are: the bucket then goes below zero and refills from there. */
  spend(count: number): void;
  isFull(): boolean;
}

export interface TokenBuckets {
  /** The bucket of a key; a full one for a new or forgotten key. */
  of(key: string): TokenBucket;
}

export interface TokenBucketOptions {
  /** 0 limits nothing. */
  perSecond: number;
  burst: number;
  /** Monotonic milliseconds, such as performance.now(): Date.now() may go back, and no bucket would fill until it has caught up. */
  ticks: () => number;
}

/** A token bucket for each key. Only the latest 50,000 to 100,000 keys are kept; an older one starts with a full bucket. */
export function createTokenBuckets(options: TokenBucketOptions): TokenBuckets {
  if (options.perSecond === 0) return { of: () => endless };
  return { of: remembered(100_000, () => createTokenBucket(options)) };
}

export const createTokenBucket = (options: TokenBucketOptions): TokenBucket => new Bucket(options);

class Bucket implements TokenBucket {
  readonly #options: TokenBucketOptions;
  #tokens: number;
  #filledAt: number;

  constructor(options: TokenBucketOptions) {
    this.#options = options;
    this.#tokens = options.burst;
    this.#filledAt = options.ticks();
  }

  wait(count: number, paid = 0): number {
    this.#refill();
    const { burst, perSecond } = this.#options;
    const missing = Math.min(count, burst) - paid - this.#tokens;
    return missing > 0 ? Math.ceil(missing / perSecond) : 0;
  }

  spend(count: number): void {
    this.#refill();
    this.#tokens -= count;
  }

  isFull(): boolean {
    this.#refill();
    return this.#tokens === this.#options.burst;
  }

  #refill(): void {
    const { burst, perSecond, ticks } = this.#options;
    const now = ticks();
    this.#tokens = Math.min(burst, this.#tokens + ((now - this.#filledAt) * perSecond) / 1000);
    this.#filledAt = now;
  }
}

const endless: TokenBucket = { wait: () => 0, spend() {}, isFull: () => true };
