import { Recent } from './recent.ts';

interface Bucket {
  tokens: number;
  filledAt: number;
}

/** Takes `count` tokens from a key's bucket. Gives back 0, or the seconds after which to try again. */
export type RateLimit = (key: string, count: number, now: number) => number;

/**
 * A token bucket for each key. A full bucket lets any one request through, else a batch longer than the burst never
 * could; its bucket then goes below zero. The latest 50,000 to 100,000 keys are remembered; an older one starts
 * afresh.
 * @param perSecond 0 limits nothing
 */
export function createRateLimit(perSecond: number, burst: number): RateLimit {
  if (perSecond === 0) return () => 0;
  const buckets = new Recent<Bucket>(100_000);
  return (key, count, now) => {
    const { tokens, filledAt } = buckets.get(key) ?? { tokens: burst, filledAt: now };
    const filled = Math.min(burst, tokens + (Math.max(0, now - filledAt) * perSecond) / 1000);
    const missing = Math.min(count, burst) - filled;
    buckets.set(key, { tokens: missing > 0 ? filled : filled - count, filledAt: Math.max(now, filledAt) });
    return missing > 0 ? Math.ceil(missing / perSecond) : 0;
  };
}
