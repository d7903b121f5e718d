import { readReferrer } from './source/index.ts';

/** URL parsers skip some of these, so one between two slashes must not hide a password. */
const controlCharacters = /\p{Cc}+/gu;
/**
 * The scheme with its slashes, then everything up to the last @ before the path. In web addresses, parsers accept any number
 * of slashes of either kind; in other schemes a backslash is an ordinary character.
 */
const user = /^(https?:[\\/]+)[^\\/?#]*@|^([^\\/?#@]*:\/\/)[^/?#]*@/i;

/**
 * Removes fragment, user and password from a referrer. A referrer that names no sender and contains an @ is a mail address, or hides a
 * password where no parser looks: it becomes empty.
 */
export function withoutSecrets(referrer: string): string {
  const address = before('#', referrer.replace(controlCharacters, '').trim());
  if (!address.includes('@')) return address;
  return readReferrer(address) === undefined ? '' : withoutUser(address);
}

/** An address without the user and password before its host. */
export const withoutUser = (address: string) => address.replace(user, '$1$2');

/** The text before the first mark, or all of it. */
export function before(mark: string, text: string): string {
  const end = text.indexOf(mark);
  return end === -1 ? text : text.slice(0, end);
}
