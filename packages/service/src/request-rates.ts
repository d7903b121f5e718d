import type { Caller } from './caller.ts';
import { HttpError } from './errors.ts';
import { createTokenBucket, type TokenBucket } from './token-buckets.ts';

/** Counts a request of a caller. @throws HttpError 429 when the caller has sent too many in this minute */
export type CountRequest = (caller: Caller) => void;

/**
 * Limits the requests of each caller in this process, with a token bucket of a minute's requests. Several processes count separately.
 * @param ticks monotonic milliseconds
 */
export function limitRequests(ticks: () => number): CountRequest {
  const buckets = new Map<string, { perMinute: number; bucket: TokenBucket }>();
  return ({ name, requestsPerMinute: perMinute }) => {
    if (perMinute === undefined) return;
    let known = buckets.get(name);
    // The limit changes with the file.
    if (known?.perMinute !== perMinute) {
      const bucket = createTokenBucket({ perSecond: perMinute / 60, burst: perMinute, ticks });
      known = { perMinute, bucket };
      buckets.set(name, known);
    }
    const waitSeconds = known.bucket.wait(1);
    if (waitSeconds > 0) {
      const message = `This key allows ${perMinute} requests a minute. Please try again later.`;
      throw new HttpError('rate_limited', message, { headers: { 'Retry-After': String(waitSeconds) } });
    }
    known.bucket.spend(1);
  };
}
