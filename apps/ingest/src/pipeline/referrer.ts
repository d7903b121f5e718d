import { type Ok, ok, okWith } from './outcome.ts';
import { isOwnReferrer, readReferrer } from './source/index.ts';
import type { Ping } from './validate.ts';

/** What is kept of the query of another site's referrer: nothing, or all of it. */
export type ReferrerQuery = 'strip' | 'keep';

/** Parsers of URLs skip some of them, so one between two slashes must not hide a password. */
const controlCharacters = /\p{Cc}+/gu;
/**
 * The scheme with its slashes, then everything up to the last @ before the path. Of web addresses parsers accept any number
 * of slashes of either kind; in other schemes a backslash is a character like any other.
 */
const user = /^(https?:[\\/]+)[^\\/?#]*@|^([^\\/?#@]*:\/\/)[^/?#]*@/i;

/**
 * A referrer without fragment, user and password, otherwise as it was sent. One that names no sender and has an @ in it
 * is a mail address or hides a password where no parser looks: nothing of it is kept.
 */
export function withoutSecrets(referrer: string): string {
  const address = before('#', referrer.replace(controlCharacters, '').trim());
  if (!address.includes('@')) return address;
  return readReferrer(address) === undefined ? '' : address.replace(user, '$1$2');
}

/**
 * Takes the query off the referrer. With `keep` it stays on those that name another site or an app; the queries of the
 * site's own pages hold reset tokens and mail addresses. A ping without a URL does not say which site is its own: every
 * referrer then counts as another site's.
 */
export function stripReferrer(kept: ReferrerQuery) {
  return function referrerStripped<T extends { ping: Ping }>(arrived: T): Ok<T & { ping: Ping }> {
    const { ping } = arrived;
    if (!ping.referrer.includes('?') || (kept === 'keep' && isForeign(ping))) return ok(arrived);
    return okWith(arrived, { ping: { ...ping, referrer: before('?', ping.referrer) } });
  };
}

function isForeign({ referrer, hostname }: Ping): boolean {
  const sender = readReferrer(referrer);
  return sender !== undefined && !isOwnReferrer(sender, hostname);
}

function before(mark: string, text: string): string {
  const end = text.indexOf(mark);
  return end === -1 ? text : text.slice(0, end);
}
