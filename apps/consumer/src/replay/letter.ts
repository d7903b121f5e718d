import { z } from 'zod';
import type { DeadLetter } from '../dead-letters.ts';

const place = {
  partition: z.number().int().min(0).max(65_535),
  offset: z.string().regex(/^\d{1,20}$/),
};

const letter = z.object({ ...place, reason: z.string(), refused_at: z.string(), value: z.base64() });

/** A message of the log of dead letters; undefined when somebody else's stands there. */
export function readLetter(message: Buffer): DeadLetter | undefined {
  return letter.safeParse(parsed(message.toString())).data;
}

/** A dead letter, and where it stands in the log of dead letters. */
export interface PlacedLetter extends DeadLetter {
  at: { partition: number; offset: string };
}

const line = letter.omit({ value: true }).extend({
  at: z.object(place),
  message: z.json().optional(),
  text: z.string().optional(),
  base64: z.base64().optional(),
  original: z.base64(),
});

/** A letter with the bytes that take its place in the log. */
export interface MendedLetter extends PlacedLetter {
  mended: Buffer;
}

/**
 * A letter as a line of a file, to be mended by hand: its message as JSON, as text or in base64, whichever is the first
 * to keep every byte. `original` says which message it was, and is not to be changed.
 */
export function toLine({ value, ...rest }: PlacedLetter): string {
  return JSON.stringify({ ...rest, ...readable(Buffer.from(value, 'base64')), original: value });
}

function readable(bytes: Buffer): { message: unknown } | { text: string } | { base64: string } {
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes)) return { base64: bytes.toString('base64') };
  const message = parsed(text);
  return message !== undefined && JSON.stringify(message) === text ? { message } : { text };
}

/** Reads a line that `toLine` wrote and somebody edited; a text when it cannot be used, which says why. */
export function readLine(text: string): MendedLetter | string {
  const json = parsed(text);
  if (json === undefined) return 'it is not JSON';
  const { data, error } = line.safeParse(json);
  if (!data) return z.prettifyError(error).replaceAll('\n', ' ');
  const { message, text: plain, base64, original, ...rest } = data;
  const given = [
    ...(message === undefined ? [] : [Buffer.from(JSON.stringify(message))]),
    ...(plain === undefined ? [] : [Buffer.from(plain)]),
    ...(base64 === undefined ? [] : [Buffer.from(base64, 'base64')]),
  ];
  const [mended, ...others] = given;
  if (!mended || others.length > 0) return 'it needs one of "message", "text" and "base64"';
  return { ...rest, value: original, mended };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
