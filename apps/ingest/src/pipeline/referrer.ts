import { type Ok, ok, okWith } from './outcome.ts';
import { isOwnReferrer, readReferrer } from './source/index.ts';
import type { Ping } from './validate.ts';

/** Whether to keep the query of another site's referrer. */
export type ReferrerQuery = 'strip' | 'keep';

/** URL parsers skip some of these, so one between two slashes must not hide a password. */
const controlCharacters = /\p{Cc}+/gu;
/**
 * The scheme with its slashes, then everything up to the last @ before the path. In web addresses, parsers accept any number
 * of slashes of either kind; in other schemes a backslash is an ordinary character.
 */
const user = /^(https?:[\\/]+)[^\\/?#]*@|^([^\\/?#@]*:\/\/)[^/?#]*@/i;

/**
 * Removes fragment, user and password from a referrer. One that names no sender and contains an @ is a mail address, or
 * hides a password where no parser looks: it becomes empty.
 */
export function withoutSecrets(referrer: string): string {
  const address = before('#', referrer.replace(controlCharacters, '').trim());
  if (!address.includes('@')) return address;
  return readReferrer(address) === undefined ? '' : address.replace(user, '$1$2');
}

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

function isForeign({ referrer, hostname }: Ping): boolean {
  const sender = readReferrer(referrer);
  return sender !== undefined && !isOwnReferrer(sender, hostname);
}

function before(mark: string, text: string): string {
  const end = text.indexOf(mark);
  return end === -1 ? text : text.slice(0, end);
}
