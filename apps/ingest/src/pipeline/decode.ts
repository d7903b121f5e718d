import { HttpError, isObject, parseJson } from '@tallyhouse/service';

const utf8 = new TextDecoder();

const longestBatch = 500;
const largestPing = 64 * 1024;
/** A ping nests one level (`props`, `revenue`, `vitals`, `hints`); later versions may nest two or three. */
const deepest = 32;

/** A body that may contain pings, so it is worth parsing. */
export interface UnparsedBody {
  text: string;
  /** Whether the response lists results by entry, as for a batch. */
  batch: boolean;
}

export interface Decoded {
  entries: unknown[];
  batch: boolean;
}

/**
 * Checks a body before it is parsed: its first bytes, and its depth in one pass over brackets and strings. Parsing a
 * mebibyte of brackets takes a hundred times as long as this pass. Invalid UTF-8 becomes U+FFFD.
 */
export function look(body: Buffer): UnparsedBody | HttpError {
  const start = skipBlanks(body, hasByteOrderMark(body) ? 3 : 0);
  const batch = body[start] === openArray;
  if (!batch && body.length > largestPing) {
    return new HttpError('payload_too_large', 'A ping must not exceed 64 KiB.');
  }
  if (batch) {
    const first = body[skipBlanks(body, start + 1)];
    if (first !== openObject && first !== closeArray) return noPings();
  } else if (body[start] !== openObject) return noPings();
  const text = utf8.decode(body);
  return !batch && nestsLittle(body) ? { text, batch } : lookWithin(text, batch);
}

/** Parses a body into its entries: an object is one ping, an array up to 500. */
export function decode({ text, batch }: UnparsedBody): Decoded | HttpError {
  const json = parseJson(text);
  if (Array.isArray(json)) return batchOf(json);
  if (isObject(json)) return { entries: [json], batch };
  return noPings();
}

function batchOf(entries: unknown[]): Decoded | HttpError {
  if (entries.length >= 1 && entries.length <= longestBatch) return { entries, batch: true };
  return wrongLength(String(entries.length));
}

/** Counts levels and entries. Invalid JSON may pass: parsing it stops at the first error. */
function lookWithin(text: string, batch: boolean): UnparsedBody | HttpError {
  let depth = 0;
  let commas = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === quote) i = endOfString(text, i);
    else if (code === openObject || code === openArray) {
      depth++;
      if (depth > deepest) return tooDeep();
    } else if (code === closeObject || code === closeArray) depth--;
    else if (code === comma && depth === 1) {
      commas++;
      if (batch && commas >= longestBatch) return wrongLength('more');
    }
  }
  return { text, batch };
}

/** The index of a string's closing quote, or the end of the text. A native search: most of a ping is in strings. */
function endOfString(text: string, opening: number): number {
  let end = text.indexOf('"', opening + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === backslash) backslashes++;
  return backslashes % 2 === 1;
}

/** Whether there are too few brackets to nest deep: true for nearly all single pings, and a native search finds out. */
function nestsLittle(body: Buffer): boolean {
  let found = 0;
  for (const bracket of brackets) {
    for (let at = body.indexOf(bracket); at !== -1; at = body.indexOf(bracket, at + 1)) {
      found++;
      if (found > deepest) return false;
    }
  }
  return true;
}

/** The index of the first byte that is not white space in JSON. */
function skipBlanks(body: Buffer, from: number): number {
  let i = from;
  while (body[i] === 0x20 || body[i] === 0x0a || body[i] === 0x0d || body[i] === 0x09) i++;
  return i;
}

const hasByteOrderMark = (body: Buffer) => body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf;

const noPings = () =>
  new HttpError('invalid_body', 'The body must be a JSON object (one ping) or an array of them.');
const tooDeep = () => new HttpError('invalid_body', `The body nests deeper than ${deepest} levels.`);
const wrongLength = (count: string) =>
  new HttpError('invalid_body', `A batch holds 1 to ${longestBatch} pings, this one ${count}.`);

// ASCII bytes, which never occur within another UTF-8 character.
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const brackets = [openObject, openArray] as const;
const closeObject = 0x7d;
const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
