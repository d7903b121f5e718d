import { hash, timingSafeEqual } from 'node:crypto';
import { type Caller, operator } from './caller.ts';
import { isShortKey } from './key-settings.ts';

/** The content of an `Authorization` header: a caller's key, nothing (no header), or anything else. */
type KeyShown = Caller | 'none' | 'wrong';

export type KeyCheck = (authorization: string | undefined) => KeyShown;

/** The caller with the key of a SHA-256 (64 lower-case hexadecimal digits); undefined when there is none, or it has expired. */
export type FindCaller = (sha256: string) => Caller | undefined;

/**
 * Checks an `Authorization` header (`Bearer <key>`). Each app decides what a result means.
 * @param keys of the operator; unset and empty ones never match
 * @param find finds the callers with other keys. Looking up a hash reveals nothing of a key, because without the key no one can choose its
 * hash
 */
export function createKeyCheck(keys: readonly (string | undefined)[], find: FindCaller): KeyCheck {
  const accepted = keys.flatMap((key) => (key ? [sha256(Buffer.from(key))] : []));
  return (authorization) => {
    if (authorization === undefined) return 'none';
    const sent = tokenIn(authorization);
    if (sent === undefined) return 'wrong';
    const shown = sha256(sent);
    // Compare every key, in constant time: the time taken must not reveal which one was close.
    if (accepted.map((key) => timingSafeEqual(key, shown)).includes(true)) return operator;
    return find(shown.toString('hex')) ?? 'wrong';
  };
}

/** The bytes of a `Bearer` token. Node decodes header bytes as Latin-1; encoding them the same way restores them. */
function tokenIn(authorization: string): Buffer | undefined {
  const token = /^bearer +(.+)$/i.exec(authorization)?.[1];
  return token === undefined ? undefined : Buffer.from(token, 'latin1');
}

/**
 * Whether a header contains what may be an old or mistyped key: a `Bearer` token that is as long as keys are. Credentials of
 * other schemes are not keys, and neither are tokens with a dot, which are JSON Web Tokens of a sign-in.
 */
export function hasKeyForm(authorization: string): boolean {
  const token = tokenIn(authorization)?.toString();
  return token !== undefined && !token.includes('.') && !isShortKey(token);
}

function sha256(bytes: Buffer): Buffer {
  return hash('sha256', bytes, 'buffer');
}
