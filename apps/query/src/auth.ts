import { createHash, timingSafeEqual } from 'node:crypto';
import { HttpError } from '@tallyhouse/service';
import type { RequestHandler } from 'express';

/**
 * Lets a request through that carries one of the keys as `Authorization: Bearer <key>`. Hashes are compared, all of them
 * in every case and in constant time, so the time taken tells nothing about a key.
 * @param keys an unset or empty one never matches
 * @throws HttpError 401 from the handler
 */
export function requireKey(keys: readonly (string | undefined)[]): RequestHandler {
  const accepted = keys.filter((key) => key !== undefined && key !== '').map((key) => sha256(key, 'utf8'));
  return (req, _res, next) => {
    const [, sent] = /^bearer +(.+)$/i.exec(req.get('authorization') ?? '') ?? [];
    // Node reads header bytes as Latin-1; written the same way they are the bytes that were sent.
    const hash = sha256(sent ?? '', 'latin1');
    const matches = accepted.map((key) => timingSafeEqual(key, hash));
    if (matches.includes(true)) {
      next();
      return;
    }
    throw new HttpError('unauthorized', 'A valid key is needed: Authorization: Bearer <API_KEY>.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  };
}

function sha256(text: string | undefined, encoding: 'utf8' | 'latin1'): Buffer {
  return createHash('sha256')
    .update(text ?? '', encoding)
    .digest();
}
