import { DateTime } from 'luxon';
import type { Range } from '../../parameters/range.ts';
import { everySite, type NamedSites } from '../../parameters/site-id.ts';

/**
 * `<site>-<rows>-<start>-<end>.<extension>`, with the first and the last local day of the range. Like site ids, all characters are safe in
 * a header and on every file system. Several sites are named by their group, or by their number.
 */
export function fileName(
  about: { siteId: NamedSites; timezone: { canonical: string } },
  what: string,
  { start, end }: Range,
  extension: string,
): string {
  const day = (at: number) => DateTime.fromMillis(at, { zone: about.timezone.canonical }).toISODate();
  return `${siteName(about.siteId)}-${what}-${day(start)}-${day(end - 1)}.${extension}`;
}

function siteName({ text, entries = [] }: NamedSites): string {
  if (text === everySite.text) return 'all-sites';
  return entries.length > 1 ? `${entries.length}-sites` : text.replace('@', '');
}
