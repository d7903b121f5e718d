import { hash, timingSafeEqual } from 'node:crypto';
import { type Caller, operator } from './caller.ts';

/** What an `Authorization` header contains: a key of its caller, nothing (no header), or anything else. */
type KeyShown = Caller | 'none' | 'wrong';

export type KeyCheck = (authorization: string | undefined) => KeyShown;

/** The caller with the key of a SHA-256 (64 lower-case hexadecimal digits); undefined when there is none, or it has expired. */
export type FindCaller = (sha256: string) => Caller | undefined;

/**
 * Checks an `Authorization` header (`Bearer <key>`). Each app decides what a result means.
 * @param keys of the operator; unset and empty ones never match
 * @param find finds the callers with other keys. To look a hash up reveals nothing of a key: who does not know a key cannot choose
 *   its hash
 */
export function createKeyCheck(keys: readonly (string | undefined)[], find: FindCaller): KeyCheck {
  const accepted = keys.flatMap((key) => (key ? [sha256(Buffer.from(key))] : []));
  return (authorization) => {
    if (authorization === undefined) return 'none';
    const sent = /^bearer +(.+)$/i.exec(authorization)?.[1];
    if (sent === undefined) return 'wrong';
    // Node decodes header bytes as Latin-1. Encoding them the same way restores the bytes that were sent.
    const shown = sha256(Buffer.from(sent, 'latin1'));
    // Compare every key, in constant time: the time taken must not reveal which one was close.
    if (accepted.map((key) => timingSafeEqual(key, shown)).includes(true)) return operator;
    return find(shown.toString('hex')) ?? 'wrong';
  };
}

function sha256(bytes: Buffer): Buffer {
  return hash('sha256', bytes, 'buffer');
}
