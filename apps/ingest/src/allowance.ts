import { HttpError, senderNetwork, type TokenBucket, type TokenBuckets } from '@tallyhouse/service';
import type { RequestSender } from './sender.ts';

/**
 * One token pays for one ping, or for one KiB of what a request makes us read, inflate, parse or store, whichever is
 * more. So at the default of 100 tokens a second an address writes at most 100 KiB/s to the log, 8.8 GB a day
 * (100 * 1024 * 86,400). A hundred ordinary pings a second write 3.2 GB (rows of 365 bytes).
 */
const bytesAToken = 1024;

/** On top of its bytes: who sends what is no batch of pings gets fewer tries. */
const badBodyTokens = 10;

/** What so many bytes cost, tokens. */
export function tokensOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / bytesAToken));
}

/**
 * What one request takes from its address's allowance. The price becomes known step by step, and each step of work is
 * checked against the allowance as it is by then: many requests at once from one address cannot all count on the same
 * tokens.
 */
export interface Charge {
  /** Checks that the allowance bears `tokens` in all, before the work is done. @throws HttpError 429 */
  require(tokens: number): void;
  /** Brings what the request has paid up to `tokens` in all, also below zero: the work is done. */
  pay(tokens: number): void;
  /** Makes the request dearer: its body was not what it should be. */
  payBadBody(): void;
}

/** Opens the charge of a request: one token at once. @throws HttpError 429 when the allowance does not bear `tokens` */
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
    // The wait is for the whole price: a request that comes again pays all of it again.
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

/** The 429 of a sender that has to wait. */
export function overLimit(waitSeconds: number): HttpError {
  return new HttpError('rate_limited', 'That is more pings than allowed. Slow down.', {
    headers: { 'Retry-After': String(waitSeconds) },
  });
}
