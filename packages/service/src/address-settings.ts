import { z } from 'zod';

/** A path at which ingest answers: none of those that it has besides. */
export const path = () =>
  z
    .string()
    .regex(/^(\/(?!\.{1,2}(\/|$))[\w.~-]+)+$/, 'a path such as /api/ping')
    .regex(
      /^(?!\/(healthz|readyz(\/.*)?|metrics|api\/crawl)$)/,
      'is a path of ingest itself: choose another one',
    );

/** An address, in which a password may be. @param error what it must be */
export const address = (protocol: RegExp, error: string) =>
  z.url({ protocol, error }).refine(isEncoded, 'has a % that begins no UTF-8 character: write it as %25');

/** An address that paths are appended to, without a slash at its end. */
export const baseAddress = (error: string) =>
  address(/^https?$/, error)
    .refine((text) => !/[?#]/.test(text), 'must end before its ? or #')
    .overwrite((text) => text.replace(/\/+$/, ''));

function isEncoded(text: string): boolean {
  try {
    return decodeURIComponent(text) !== '';
  } catch {
    return false; // a URIError
  }
}
