import { DateTime } from 'luxon';
import type { Range } from '../range.ts';

/**
 * `<site>-<rows>-<start>-<end>.<extension>`, with the first and the last local day of the range. All characters are safe in
 * a header and on every file system, as those of site ids are.
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
