import { createHash, timingSafeEqual } from 'node:crypto';
import { HttpError } from '@tallyhouse/service';

/**
 * Judges a request's `Authorization` header: true with a key, false without the header (any browser).
 * A header that does not match is refused, so that a server-side sender learns of its mistake instead of having its
 * times and addresses ignored.
 * @param keys those that count; empty ones never do
 * @throws HttpError 401
 */
export function createKeyCheck(keys: readonly (string | undefined)[]) {
  const accepted = keys.flatMap((key) => (key ? [sha256(Buffer.from(key))] : []));
  return function showsKey(authorization: string | undefined): boolean {
    if (authorization === undefined) return false;
    const token = /^bearer +(.+)$/i.exec(authorization)?.[1];
    // Node reads header bytes as latin1; writing them the same way gives back what was sent.
    const sent = token === undefined ? undefined : sha256(Buffer.from(token, 'latin1'));
    // filter, not some: every key is compared, so the time taken does not tell which one was near.
    if (sent && accepted.filter((key) => timingSafeEqual(key, sent)).length > 0) return true;
    throw new HttpError('unauthorized', 'The key in the Authorization header is not one of this server.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  };
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest();
}
