import { HttpError } from '@tallyhouse/service';

const longestBatch = 500;
const largestPing = 64 * 1024;
/** A ping is flat today; objects in it may have two or three levels one day. */
const deepest = 32;

/** A body that looks like pings: worth parsing. */
export interface Looked {
  body: Buffer;
  /** A batch is answered for each of its entries, a single ping for itself. */
  batch: boolean;
}

export interface Decoded {
  entries: unknown[];
  batch: boolean;
}

/**
 * Looks at a body before it is parsed: by its first bytes, and by one pass over those that nest. Parsing a mebibyte of
 * brackets takes a hundred times as long as this pass.
 */
export function look(body: Buffer): Looked | HttpError {
  const start = skipBlanks(body, hasByteOrderMark(body) ? 3 : 0);
  const batch = body[start] === openArray;
  if (!batch && body.length > largestPing) {
    return new HttpError('payload_too_large', 'A ping takes 64 KiB at most.');
  }
  if (batch) {
    const first = body[skipBlanks(body, start + 1)];
    if (first !== openObject && first !== closeArray) return noPings();
  } else if (body[start] !== openObject) return noPings();
  return !batch && nestsLittle(body) ? { body, batch } : lookWithin(body, batch);
}

const utf8 = new TextDecoder();

/** From a body to its entries: an object is one ping, an array up to 500. Invalid UTF-8 becomes U+FFFD. */
export function decode({ body, batch }: Looked): Decoded | HttpError {
  const json = parseJson(utf8.decode(body));
  if (Array.isArray(json)) return batchOf(json);
  if (typeof json === 'object' && json !== null) return { entries: [json], batch };
  return noPings();
}

function batchOf(entries: unknown[]): Decoded | HttpError {
  if (entries.length >= 1 && entries.length <= longestBatch) return { entries, batch: true };
  return wrongLength(String(entries.length));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Counts levels and entries. What is no JSON may pass: parsing it ends at the first mistake. */
function lookWithin(body: Buffer, batch: boolean): Looked | HttpError {
  let depth = 0;
  let commas = 0;
  for (let i = 0; i < body.length; i++) {
    const byte = body[i];
    if (byte === quote) i = endOfString(body, i);
    else if (byte === openObject || byte === openArray) {
      depth++;
      if (depth > deepest) return tooDeep();
    } else if (byte === closeObject || byte === closeArray) depth--;
    else if (byte === comma && depth === 1) {
      commas++;
      if (batch && commas >= longestBatch) return wrongLength('more');
    }
  }
  return { body, batch };
}

/** The index of a string's closing quote, or the end of the body. */
function endOfString(body: Buffer, opening: number): number {
  let i = opening + 1;
  while (i < body.length && body[i] !== quote) i += body[i] === backslash ? 2 : 1;
  return i;
}

/** Whether too few brackets are there to nest deep: so it is with nearly all single pings, and a native search finds out. */
function nestsLittle(body: Buffer): boolean {
  let found = 0;
  for (let at = body.indexOf(openObject); at !== -1; at = body.indexOf(openObject, at + 1)) {
    found++;
    if (found > deepest) return false;
  }
  for (let at = body.indexOf(openArray); at !== -1; at = body.indexOf(openArray, at + 1)) {
    found++;
    if (found > deepest) return false;
  }
  return true;
}

/** The index of the first byte that is not JSON's white space. */
function skipBlanks(body: Buffer, from: number): number {
  let i = from;
  while (body[i] === 0x20 || body[i] === 0x0a || body[i] === 0x0d || body[i] === 0x09) i++;
  return i;
}

function hasByteOrderMark(body: Buffer): boolean {
  return body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;
}

function noPings(): HttpError {
  return new HttpError('invalid_body', 'The body must be a JSON object (one ping) or an array of them.');
}

function tooDeep(): HttpError {
  return new HttpError('invalid_body', `The body nests deeper than ${deepest} levels.`);
}

function wrongLength(count: string): HttpError {
  return new HttpError('invalid_body', `A batch holds 1 to ${longestBatch} pings, this one ${count}.`);
}

// Bytes of ASCII never occur within another character of UTF-8.
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
