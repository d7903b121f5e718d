import { dayIn } from '../period/dates.ts';
import { daysOf, resolve } from '../period/period.ts';
import type { View } from '../url/view.ts';

/**
 * `<site>-<what>-<start>-<end>.csv` with the first and last day in the view's zone, like the service's exports.
 * @param now milliseconds since 1970: the end of a period that is still running
 * @param what in words; in the name it is lower-case, with hyphens
 */
export function csvName(
  { site = '', period, timezone }: Pick<View, 'site' | 'period' | 'timezone'>,
  now: number,
  what: string,
): string {
  const today = dayIn(timezone, now);
  const { first, last } = daysOf(period, today);
  const slug = what.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-');
  return `${site.replace('*', 'all-sites').replace('@', '')}-${slug}-${first}-${resolve(period, timezone, now).untilNow ? today : last}.csv`;
}
