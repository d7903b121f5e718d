import { hash } from 'node:crypto';
import { HttpError, isObject } from '@tallyhouse/service';

/** The preconditions in the headers of a request. */
export interface Conditions {
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
}

/** A strong ETag: equal for equal content, whatever the order of its members. */
export const tagOf = (content: object): string =>
  `"${hash('sha256', JSON.stringify(content, sorted), 'base64url').slice(0, 22)}"`;

const sorted = (_name: string, value: unknown) =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/**
 * Checks the preconditions against the current state.
 * @param current undefined if there is none
 * @throws HttpError 409 with the state and its ETag
 */
export function requireCurrent(
  { ifMatch, ifNoneMatch }: Partial<Conditions>,
  current: { data: object; tag: string } | undefined,
): void {
  const isExpected = ifMatch === undefined || (current !== undefined && isNamed(ifMatch, current.tag));
  const isOther =
    ifNoneMatch === undefined ||
    current === undefined ||
    !isNamed(ifNoneMatch.replaceAll('W/', ''), current.tag);
  if (isExpected && isOther) return;
  const none = 'If-Match names a version, but there is none: leave If-Match out to create it.';
  if (current === undefined) throw new HttpError('conflict', none, { current: null });
  const message = isExpected
    ? 'If-None-Match names the current version, so nothing was changed.'
    : 'If-Match does not name the current version: read it again.';
  throw new HttpError('conflict', message, { current: current.data, headers: { ETag: current.tag } });
}

const isNamed = (header: string, tag: string) =>
  header.trim() === '*' || header.split(',').some((one) => one.trim() === tag);
