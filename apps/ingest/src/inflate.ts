import { gunzipSync } from 'node:zlib';
import { HttpError } from '@tallyhouse/service';
import { type Charge, tokensOf } from './allowance.ts';
import type { BodyWork } from './body-work.ts';

export const largestBody = 1024 * 1024;

/**
 * Most that gzip may shrink the body of a sender without the key. Batches of 500 pings with ids of their own shrink to
 * between an eighth (each another session) and a 23rd (one page and one session) of their size, with URLs of 1,600
 * characters to a 41st. Zeros shrink to a thousandth.
 */
const largestRatio = 64;
/** The largest ping is let through at any ratio: a few repeated pings shrink well, and cost little. */
const alwaysAllowed = 64 * 1024;

/**
 * Unpacks a body, and charges for what came out of it.
 * @throws HttpError 400 for what is no gzip, 413 for what becomes too large, 429
 */
export function inflate(raw: Buffer, limited: boolean, charge: Charge, work: BodyWork): Buffer {
  charge.require(tokensOf(raw.length));
  const most = limited
    ? Math.min(largestBody, Math.max(alwaysAllowed, largestRatio * raw.length))
    : largestBody;
  // Unless all goes well, nobody knows how much was unpacked: it counts as all that may have been.
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
    `A body takes 1 MiB at most, also after decompression; without the key ${largestRatio} times its compressed size.`,
  );
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
