import { gunzipSync } from 'node:zlib';
import { HttpError } from '@tallyhouse/service';
import { type Charge, tokensOf } from './allowance.ts';
import type { BodyWork } from './body-work.ts';

export const largestBody = 1024 * 1024;

/**
 * The highest compression ratio for senders without the key. Batches of 500 pings with their own ids shrink to between
 * an eighth (each another session) and a 23rd (one page and one session) of their size, with URLs of 1,600 characters to
 * a 41st. Zeros shrink to a thousandth.
 */
const largestRatio = 64;
/** A body of this size passes at any ratio: a few similar pings compress well, and cost little. */
const alwaysAllowed = 64 * 1024;

/**
 * Decompresses a body, and charges for the result.
 * @throws HttpError 400 for invalid gzip, 413 when the result is too large, 429
 */
export function inflate(raw: Buffer, limited: boolean, charge: Charge, work: BodyWork): Buffer {
  charge.require(tokensOf(raw.length));
  const most = limited
    ? Math.min(largestBody, Math.max(alwaysAllowed, largestRatio * raw.length))
    : largestBody;
  // After a failure the decompressed size is unknown: the maximum is charged.
  let unpacked = most;
  try {
    const body = gunzipSync(raw, { maxOutputLength: most });
    unpacked = body.length;
    return body;
  } catch (error) {
    if (hasCode(error, 'ERR_BUFFER_TOO_LARGE')) throw tooLarge();
    throw new HttpError('invalid_body', 'The body is not valid gzip.');
  } finally {
    work.inflated(unpacked);
    charge.pay(tokensOf(unpacked));
  }
}

export function tooLarge(): HttpError {
  return new HttpError(
    'payload_too_large',
    `A body may have at most 1 MiB, even after decompression, and without the key at most ${largestRatio} times its compressed size.`,
  );
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
