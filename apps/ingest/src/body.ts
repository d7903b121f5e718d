import type { IncomingMessage } from 'node:http';
import { HttpError } from '@tallyhouse/service';
import type { Charge } from './allowance.ts';
import { type HeldBody, noRoom } from './body-memory.ts';
import type { BodyWork } from './body-work.ts';
import { inflate, largestBody, tooLarge } from './inflate.ts';

/** The sender left before its body was complete: there is nobody to answer. */
export class SenderGone extends Error {
  override name = 'SenderGone';
}

/**
 * Reads a body of at most 1 MiB, compressed and not.
 * @param held counts it, for as long as the caller does not release it
 * @param limited whether the sender has an allowance: gzip may then shrink a body only so much
 * @throws HttpError (at once, or the promise) 413, 415, 429, 503 or (broken gzip) 400; SenderGone
 */
export function readBody(
  req: IncomingMessage,
  held: HeldBody,
  limited: boolean,
  charge: Charge,
  work: BodyWork,
): Promise<Buffer> {
  const compressed = isGzipped(req);
  if (!isAcceptedType(req.headers['content-type'])) {
    throw new HttpError('unsupported_media_type', 'Send application/json or text/plain.');
  }
  if (Number(req.headers['content-length']) > largestBody) throw tooLarge();
  const whole = readAll(req, held);
  if (!compressed) return whole;
  return whole.then((raw) => {
    // Not on another thread: there many could grow to 1 MiB at once, before any of it is counted.
    const body = inflate(raw, limited, charge, work);
    if (!held.grow(body.length)) throw noRoom();
    return body;
  });
}

const nothing = Buffer.alloc(0);

/** text/plain too: a beacon of that type needs no preflight. A Blob without a type sends none at all. */
function isAcceptedType(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === '') return true;
  if (contentType === 'application/json' || contentType === 'text/plain') return true;
  const type = contentType.split(';', 1)[0]?.trim().toLowerCase();
  return type === 'application/json' || type === 'text/plain';
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
 * What comes beyond the limit is let flow and thrown away. Closing the connection instead would reset it, and a
 * sender still busy sending would never read its 413. The server's request timeout ends a body without end.
 */
function readAll(req: IncomingMessage, held: HeldBody): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Nearly all bodies are one chunk.
    let first: Buffer | undefined;
    let more: Buffer[] = [];
    let length = 0;
    const giveUp = (error: HttpError) => {
      first = undefined;
      more = [];
      reject(error);
    };
    held.onGiveUp = giveUp;
    req.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > largestBody) giveUp(tooLarge());
      else if (!held.grow(chunk.length)) return;
      else if (first === undefined) first = chunk;
      else more.push(chunk);
    });
    req.on('end', () => {
      held.arrived();
      resolve(first === undefined || more.length > 0 ? Buffer.concat([first ?? nothing, ...more]) : first);
    });
    // A sender that leaves in the middle is an error of the request.
    req.on('error', () => reject(new SenderGone()));
  });
}
