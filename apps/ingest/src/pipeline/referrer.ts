import { type Ok, ok, okWith } from './outcome.ts';
import { isOwnReferrer, readReferrer } from './source/index.ts';
import type { Ping } from './validate.ts';
import { before } from './without-secrets.ts';

/** Whether to keep the query of another site's referrer. */
export type ReferrerQuery = 'strip' | 'keep';

/**
 * Removes the query of the referrer. `keep` keeps it if the referrer is another site or an app; the queries of the site's
 * own pages contain reset tokens and mail addresses. A ping without a URL does not name its own site: every referrer then
 * counts as another site's.
 */
export function stripReferrer(kept: ReferrerQuery) {
  return function referrerStripped<T extends { ping: Ping }>(arrived: T): Ok<T & { ping: Ping }> {
    const { ping } = arrived;
    if (!ping.referrer.includes('?') || (kept === 'keep' && isForeign(ping))) return ok(arrived);
    return okWith(arrived, { ping: { ...ping, referrer: before('?', ping.referrer) } });
  };
}

export function isForeign({ referrer, hostname }: Pick<Ping, 'referrer' | 'hostname'>): boolean {
  const sender = readReferrer(referrer);
  return sender !== undefined && !isOwnReferrer(sender, hostname);
}
