import { createHash, timingSafeEqual } from 'node:crypto';
import { HttpError } from '@tallyhouse/service';
import type { RequestHandler } from 'express';

/**
 * Tells whether an `Authorization` header carries one of the keys as `Bearer <key>`. Hashes are compared, all of
 * them in every case and in constant time, so the time taken tells nothing about a key.
 * @param keys an unset or empty one never matches
 */
export function createKeyCheck(keys: readonly (string | undefined)[]) {
  const accepted = keys.flatMap((key) => (key ? [sha256(Buffer.from(key))] : []));
  return function holdsKey(authorization: string | undefined): boolean {
    const sent = /^bearer +(.+)$/i.exec(authorization ?? '')?.[1];
    if (sent === undefined) return false;
    // Node reads header bytes as Latin-1; written the same way they are the bytes that were sent.
    const hash = sha256(Buffer.from(sent, 'latin1'));
    return accepted.map((key) => timingSafeEqual(key, hash)).includes(true);
  };
}

/** Lets requests through that hold a key. @throws HttpError 401 from the handler */
export function requireKey(keys: readonly (string | undefined)[]): RequestHandler {
  const holdsKey = createKeyCheck(keys);
  return (req, _res, next) => {
    if (!holdsKey(req.get('authorization'))) {
      throw new HttpError('unauthorized', 'A valid key is needed: Authorization: Bearer <API_KEY>.', {
        headers: { 'WWW-Authenticate': 'Bearer' },
      });
    }
    next();
  };
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
