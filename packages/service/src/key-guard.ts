import type { Registry } from '@prometheus-io/client';
import type { RequestHandler } from 'express';
import { type Caller, opensMetrics } from './caller.ts';
import type { ClientAddress } from './client-address.ts';
import { HttpError } from './errors.ts';
import { senderNetwork } from './ip-address.ts';
import { createKeyCheck, type FindCaller, hasKeyForm } from './key-check.ts';
import type { Logger } from './logger.ts';
import { metersOf } from './meters.ts';
import { Recent } from './recent.ts';
import { createTokenBuckets, type TokenBucket } from './token-buckets.ts';

/** Allows for a person who mistypes and a program with an old key; limits a guesser to 14,400 tries a day. */
const guesses = { burst: 20, perSecond: 1 / 6 };

/** The result of checking a request's key. `limited`: retry after `waitSeconds`. */
export type KeyVerdict =
  | { shown: 'right'; caller: Caller }
  | { shown: 'none' | 'wrong' }
  | { shown: 'limited'; waitSeconds: number };

/** @param address the client's; an IPv6 address counts by its /64 */
export type KeyGuard = (authorization: string | undefined, address: string) => KeyVerdict;

export interface KeyGuardDeps {
  /** The operator's keys; unset and empty ones never match. */
  keys: readonly (string | undefined)[];
  /** Finds the callers with other keys; none by default. */
  find?: FindCaller | undefined;
  /**
   * Whether requests need no key: credentials that cannot be a key then count as none, and not as a try. Browsers add those of a site to
   * all requests to it, such as the password of an intranet.
   */
  keyOptional?: boolean;
  ticks: () => number;
  logger: Logger;
  metrics: { registry: Registry; app: 'ingest' | 'query' };
}

/**
 * Checks keys, and limits how many wrong ones an address may send. Once its allowance is spent, keys from there are no longer compared, so
 * further guesses reveal nothing. The exception is an address that has sent the right key before: it may be shared with a guesser (an
 * office, or a proxy that is missing in TRUST_PROXY), who must not be able to lock it out. The right key is still accepted from there.
 * Guessing from there is limited only by CPU, which keys of 16 characters and more withstand; the warning and the metric report it.
 */
export function createKeyGuard(deps: KeyGuardDeps): KeyGuard {
  const { keys, find, keyOptional = false, ticks, logger, metrics } = deps;
  const check = createKeyCheck(keys, find ?? (() => undefined));
  /** Then what counts as none may be a guess all the same. */
  const hasForeignKey = keys.some((key) => key && !hasKeyForm(`Bearer ${key}`));
  const buckets = createTokenBuckets({ ...guesses, ticks });
  /** Networks that have sent a right key. */
  const trusted = new Recent<true>(10_000);
  /** Networks whose bucket was emptied and has not been full since. */
  const reported = new Recent<{ emptied: boolean }>(10_000);
  const wrongKeys = metersOf(metrics.registry).counter(
    `tallyhouse_${metrics.app}_wrong_keys_total`,
    'Wrong keys by outcome: refused (401), or limited (429).',
    'outcome',
  );
  for (const outcome of ['refused', 'limited']) wrongKeys.inc({ outcome }, 0);

  /** Warns once when a bucket empties, and not again until it has been full. */
  function report(network: string, address: string, bucket: TokenBucket): void {
    const state = reported.get(network) ?? { emptied: false };
    reported.set(network, state);
    if (state.emptied || bucket.wait(1) === 0) return;
    state.emptied = true;
    logger.warn({ address }, 'too many wrong keys from this address; it is now limited');
  }

  return (authorization, address) => {
    if (authorization === undefined) return none;
    const network = senderNetwork(address);
    const bucket = buckets.of(network);
    const isForeign = keyOptional && !hasKeyForm(authorization);
    const isGuess = !isForeign || hasForeignKey;
    const limited = isGuess && bucket.wait(1) > 0;
    if (!limited || trusted.get(network)) {
      const caller = check(authorization);
      if (typeof caller === 'object') {
        trusted.set(network, true);
        return { shown: 'right', caller };
      }
    }
    if (!isGuess) return none;
    if (limited) {
      wrongKeys.inc({ outcome: 'limited' });
      return isForeign ? none : { shown: 'limited', waitSeconds: bucket.wait(1) };
    }
    if (bucket.isFull()) reported.set(network, { emptied: false });
    bucket.spend(1);
    wrongKeys.inc({ outcome: 'refused' });
    report(network, address, bucket);
    return isForeign ? none : wrong;
  };
}

const none: KeyVerdict = { shown: 'none' };
const wrong: KeyVerdict = { shown: 'wrong' };

/**
 * The caller of an accepted key.
 * @param message of the 401
 * @throws HttpError 401 or 429 for any other
 */
export function acceptedCaller(verdict: KeyVerdict, message: string): Caller {
  if (verdict.shown === 'right') return verdict.caller;
  if (verdict.shown === 'limited') {
    throw new HttpError('rate_limited', 'Too many wrong keys from this address. Please try again later.', {
      headers: { 'Retry-After': String(verdict.waitSeconds) },
    });
  }
  throw new HttpError('unauthorized', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

export const keyRequired = 'A valid key is required: Authorization: Bearer <API_KEY>.';

/** Passes only requests with a key that opens /metrics. @throws HttpError 401, 403 or 429 from the handler */
export function requireOperator(guard: KeyGuard, addressOf: ClientAddress): RequestHandler {
  return (req, _res, next) => {
    const caller = acceptedCaller(guard(req.get('authorization'), addressOf(req)), keyRequired);
    if (!opensMetrics(caller))
      throw new HttpError(
        'forbidden',
        'This needs a key for all sites that may read, export, personal and send.',
      );
    next();
  };
}
