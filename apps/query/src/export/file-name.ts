import { DateTime } from 'luxon';
import type { Range } from '../range.ts';

/**
 * `<site>-<what>-<start>-<end>.<extension>`, with the first and the last local day of the range. All of it is safe in a
 * header and on every file system, as site ids are.
 */
export function fileName(
  about: { siteId: string; timezone: { canonical: string } },
  what: string,
  { start, end }: Range,
  extension: string,
): string {
  const day = (at: number) => DateTime.fromMillis(at, { zone: about.timezone.canonical }).toISODate();
  return `${about.siteId}-${what}-${day(start)}-${day(end - 1)}.${extension}`;
}
