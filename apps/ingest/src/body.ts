import type { IncomingMessage } from 'node:http';
import { HttpError } from '@tallyhouse/service';
import type { Charge } from './allowance.ts';
import { type HeldBody, outOfMemory } from './body-memory.ts';
import type { BodyWork } from './body-work.ts';
import { inflate, largestBody, tooLarge } from './inflate.ts';

/** The sender disconnected before its body was complete: no response can be sent. */
export class SenderGone extends Error {
  override name = 'SenderGone';
}

/**
 * Reads a body of at most 1 MiB, both before and after decompression.
 * @param held counts its bytes until the caller releases it
 * @param types what its Content-Type may be; none is accepted too
 * @param limited whether the sender has an allowance: the compression ratio is then limited
 * @throws HttpError (at once, or the promise) 413, 415, 429, 503 or (broken gzip) 400; SenderGone
 */
export function readBody(
  req: IncomingMessage,
  held: HeldBody,
  limited: boolean,
  charge: Charge,
  work: BodyWork,
  types: readonly string[] = pingTypes,
): Promise<Buffer> {
  const compressed = isGzipped(req);
  if (!isAcceptedType(req.headers['content-type'], types)) {
    throw new HttpError(
      'unsupported_media_type',
      `Send ${types.slice(0, -1).join(', ')} or ${types.at(-1)}.`,
    );
  }
  if (Number(req.headers['content-length']) > largestBody) throw tooLarge();
  const whole = readAll(req, held);
  if (!compressed) return whole;
  return whole.then((raw) => {
    // Not on another thread: many bodies could grow to 1 MiB there at once, before any is counted.
    const body = inflate(raw, limited, charge, work);
    if (!held.grow(body.length)) throw outOfMemory();
    return body;
  });
}

const nothing = Buffer.alloc(0);

/** text/plain too, because such a beacon needs no preflight. */
const pingTypes = ['application/json', 'text/plain'] as const;
export const linesTypes = ['application/x-ndjson', ...pingTypes] as const;

/** A Blob without a type sends no Content-Type. */
function isAcceptedType(contentType: string | undefined, types: readonly string[]): boolean {
  if (contentType === undefined || contentType === '' || types.includes(contentType)) return true;
  return types.includes(contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

function isGzipped(req: IncomingMessage): boolean {
  const stated = req.headers['content-encoding'];
  if (stated === undefined) return false;
  const encoding = stated.trim().toLowerCase();
  if (encoding === 'gzip') return true;
  if (encoding === 'identity' || encoding === '') return false;
  throw new HttpError('unsupported_media_type', 'Send the body plain or with Content-Encoding: gzip.');
}

/**
 * Bytes beyond the limit are read and discarded. Closing the connection instead would reset it, and a sender that is
 * still sending would never read its 413. The server's request timeout ends an endless body.
 */
function readAll(req: IncomingMessage, held: HeldBody): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let bytes: Buffer = nothing;
    let length = 0;
    const refuseBody = (error: HttpError) => {
      bytes = nothing;
      reject(error);
    };
    held.onRefused = refuseBody;
    req.on('data', (chunk: Buffer) => {
      const before = length;
      length += chunk.length;
      if (length > largestBody) refuseBody(tooLarge());
      else if (!held.grow(chunk.length)) return;
      // Nearly all bodies are one chunk.
      else if (before === 0) bytes = chunk;
      else {
        // Copied, because a kept chunk takes over 500 bytes besides its own: `held` would not bound those of one byte.
        if (bytes.length < length)
          bytes = Buffer.concat([bytes], Math.min(Math.ceil(1.25 * length), largestBody));
        bytes.set(chunk, before);
      }
    });
    req.on('end', () => {
      held.arrived();
      resolve(bytes.subarray(0, length));
    });
    // A sender that disconnects midway is an error of the request.
    req.on('error', () => reject(new SenderGone()));
  });
}
