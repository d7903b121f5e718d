import { createHash, timingSafeEqual } from 'node:crypto';

/** What an `Authorization` header contains: nothing (no header), one of the keys, or anything else. */
export type KeyShown = 'none' | 'right' | 'wrong';

export type KeyCheck = (authorization: string | undefined) => KeyShown;

/**
 * Checks an `Authorization` header (`Bearer <key>`) for one of the keys. Each app decides what a result means.
 * @param keys unset and empty ones never match
 */
export function createKeyCheck(keys: readonly (string | undefined)[]): KeyCheck {
  const accepted = keys.flatMap((key) => (key ? [sha256(Buffer.from(key))] : []));
  return (authorization) => {
    if (authorization === undefined) return 'none';
    const sent = /^bearer +(.+)$/i.exec(authorization)?.[1];
    if (sent === undefined) return 'wrong';
    // Node decodes header bytes as Latin-1. Encoding them the same way restores the bytes that were sent.
    const hash = sha256(Buffer.from(sent, 'latin1'));
    // Compare every key, in constant time: the time taken must not reveal which one was close.
    return accepted.map((key) => timingSafeEqual(key, hash)).includes(true) ? 'right' : 'wrong';
  };
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
