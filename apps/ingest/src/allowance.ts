import { HttpError, senderNetwork, type TokenBucket, type TokenBuckets } from '@tallyhouse/service';
import type { RequestSender } from './sender.ts';

/**
 * One token pays for one ping, or for one KiB that a request makes us read, inflate, parse or store, whichever is more. So at the default
 * of 100 tokens a second an address writes at most 100 KiB/s to the log, 8.8 GB a day (100 * 1024 * 86,400). A hundred ordinary pings a
 * second write 3.2 GB a day (rows of 365 bytes).
 */
const bytesAToken = 1024;

/** Charged on top of the bytes of an invalid body, so that its sender gets fewer tries. */
const badBodyTokens = 10;

/** The price of `bytes`, in tokens. */
export function tokensOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / bytesAToken));
}

/**
 * What one request takes from its address's allowance. The price becomes known step by step, and each step of work is
 * checked against the current allowance, so that concurrent requests from one address cannot spend the same tokens.
 */
export interface Charge {
  /** Checks before the work that the allowance covers `tokens` in all. @throws HttpError 429 */
  require(tokens: number): void;
  /** Raises the request's payment to `tokens` in all, even below zero, because the work is done. */
  pay(tokens: number): void;
  payBadBody(): void;
}

/** Opens the charge of a request and takes one token. @throws HttpError 429 when the allowance does not cover `tokens` */
export type OpenCharge = (sender: RequestSender, tokens: number) => Charge;

/** @param perAddress IPv6 addresses count by their /64 */
export function createOpenCharge(perAddress: TokenBuckets): OpenCharge {
  return (sender, tokens) => {
    if (!sender.limited) return free;
    const charge = new AddressCharge(perAddress.of(senderNetwork(sender.address)));
    charge.require(tokens);
    charge.pay(1);
    return charge;
  };
}

class AddressCharge implements Charge {
  readonly #bucket: TokenBucket;
  #paid = 0;

  constructor(bucket: TokenBucket) {
    this.#bucket = bucket;
  }

  require(tokens: number): void {
    // The wait is for the whole price: a retried request pays all of it again.
    if (this.#bucket.wait(tokens, this.#paid) > 0) throw overLimit(this.#bucket.wait(tokens));
  }

  pay(tokens: number): void {
    if (tokens <= this.#paid) return;
    this.#bucket.spend(tokens - this.#paid);
    this.#paid = tokens;
  }

  payBadBody(): void {
    this.#bucket.spend(badBodyTokens);
  }
}

const free: Charge = { require() {}, pay() {}, payBadBody() {} };

export function overLimit(waitSeconds: number): HttpError {
  return new HttpError('rate_limited', 'Rate limit exceeded. Please try again later.', {
    headers: { 'Retry-After': String(waitSeconds) },
  });
}
