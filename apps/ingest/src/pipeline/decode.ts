import { HttpError } from '@tallyhouse/service';

const longestBatch = 500;
const largestPing = 64 * 1024;
/** The first character that is not JSON's white space. */
const firstCharacter = /[^ \t\n\r]/;

export interface Decoded {
  entries: unknown[];
  /** A batch is answered for each of its entries, a single ping for itself. */
  batch: boolean;
}

const utf8 = new TextDecoder();

/** From a body to its entries: an object is one ping, an array up to 500. Invalid UTF-8 becomes U+FFFD. */
export function decode(body: Uint8Array): Decoded | HttpError {
  const text = utf8.decode(body);
  const batch = firstCharacter.exec(text)?.[0] === '[';
  if (!batch && body.length > largestPing)
    return new HttpError('payload_too_large', 'A ping takes 64 KiB at most.');
  const json = parseJson(text);
  if (Array.isArray(json)) return batchOf(json);
  if (typeof json === 'object' && json !== null) return { entries: [json], batch };
  return new HttpError('invalid_body', 'The body must be a JSON object (one ping) or an array of them.');
}

function batchOf(entries: unknown[]): Decoded | HttpError {
  if (entries.length >= 1 && entries.length <= longestBatch) return { entries, batch: true };
  return new HttpError(
    'invalid_body',
    `A batch holds 1 to ${longestBatch} pings, this one ${entries.length}.`,
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
