import type { RequestHandler } from 'express';
import { Counter, type Registry } from 'prom-client';
import type { ClientAddress } from './client-address.ts';
import { HttpError } from './errors.ts';
import { senderNetwork } from './ip-address.ts';
import { createKeyCheck, type KeyShown } from './key-check.ts';
import type { Logger } from './logger.ts';
import { Recent } from './recent.ts';
import { createTokenBuckets, type TokenBucket } from './token-buckets.ts';

/** Room for a person who mistypes and a program with an old key; 14,400 guesses a day for whoever goes on. */
const guesses = { burst: 20, perSecond: 1 / 6 };

/** What a request's key is worth. `limited`: wait for so many seconds. */
export type KeyVerdict = { shown: KeyShown; waitSeconds: 0 } | { shown: 'limited'; waitSeconds: number };

/** @param address the client's; an IPv6 address counts by its /64 */
export type KeyGuard = (authorization: string | undefined, address: string) => KeyVerdict;

export interface KeyGuardDeps {
  /** Unset and empty ones never match. */
  keys: readonly (string | undefined)[];
  /** Milliseconds. */
  clock: () => number;
  logger: Logger;
  metrics: { registry: Registry; app: 'ingest' | 'query' };
}

/**
 * Checks keys, and limits how many wrong ones an address may send. Once its allowance is used up, no key from there is
 * compared any more, so guessing on tells nothing.
 *
 * The exception is an address that has shown the right key before: it may share its address with whoever guesses (an
 * office, or a proxy that is missing in TRUST_PROXY), and a stranger must not be able to lock it out. Its right key goes
 * on to count. Guessing from there is slowed by nothing but CPU; 16 characters and more bear that, and the warning and
 * the metric tell of it.
 */
export function createKeyGuard({ keys, clock, logger, metrics }: KeyGuardDeps): KeyGuard {
  const check = createKeyCheck(keys);
  const buckets = createTokenBuckets({ ...guesses, clock });
  /** Networks that have shown a right key. */
  const trusted = new Recent<true>(10_000);
  /** Networks whose bucket has emptied and was not full again since. */
  const reported = new Recent<{ emptied: boolean }>(10_000);
  const wrongKeys = new Counter({
    name: `tallyhouse_${metrics.app}_wrong_keys_total`,
    help: 'Wrong keys by what they were answered with: refused (401), or limited (429).',
    labelNames: ['outcome'],
    registers: [metrics.registry],
  });
  for (const outcome of ['refused', 'limited']) wrongKeys.inc({ outcome }, 0);

  /** Warns once when a bucket empties, not again until it was full. */
  function report(network: string, address: string, bucket: TokenBucket): void {
    const state = reported.get(network) ?? { emptied: false };
    reported.set(network, state);
    if (state.emptied || bucket.wait(1) === 0) return;
    state.emptied = true;
    logger.warn({ address }, 'too many wrong keys from this address; it has to wait');
  }

  return (authorization, address) => {
    if (authorization === undefined) return none;
    const network = senderNetwork(address);
    const bucket = buckets.of(network);
    const limited = bucket.wait(1) > 0;
    if (!limited || trusted.get(network)) {
      if (check(authorization) === 'right') {
        trusted.set(network, true);
        return right;
      }
    }
    if (limited) {
      wrongKeys.inc({ outcome: 'limited' });
      return { shown: 'limited', waitSeconds: bucket.wait(1) };
    }
    if (bucket.isFull()) reported.set(network, { emptied: false });
    bucket.spend(1);
    wrongKeys.inc({ outcome: 'refused' });
    report(network, address, bucket);
    return wrong;
  };
}

const none: KeyVerdict = { shown: 'none', waitSeconds: 0 };
const right: KeyVerdict = { shown: 'right', waitSeconds: 0 };
const wrong: KeyVerdict = { shown: 'wrong', waitSeconds: 0 };

/**
 * Throws unless the verdict lets the request pass.
 * @param message of the 401
 * @throws HttpError 401 or 429
 */
export function refuseKey({ shown, waitSeconds }: KeyVerdict, message: string): never {
  if (shown === 'limited') {
    throw new HttpError(
      'rate_limited',
      'Too many wrong keys came from this address. Wait before the next one.',
      {
        headers: { 'Retry-After': String(waitSeconds) },
      },
    );
  }
  throw new HttpError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** Lets requests through that show a key. @throws HttpError 401 or 429 from the handler */
export function requireKey(guard: KeyGuard, addressOf: ClientAddress): RequestHandler {
  return (req, _res, next) => {
    const verdict = guard(req.get('authorization'), addressOf(req));
    if (verdict.shown !== 'right') {
      refuseKey(verdict, 'A valid key is needed: Authorization: Bearer <API_KEY>.');
    }
    next();
  };
}
