import type { Range } from '../chosen.ts';
import { bucketStarts, type Granularity, localIso } from '../wall-clock.ts';
import type { ResolvedRequest } from './report.ts';

const twoDays = 48 * 3_600_000;

/** By default, hours for up to two days, else days. */
export const granularityOf = ({ start, end }: Range, requested: Granularity | undefined): Granularity =>
  requested ?? (end - start <= twoDays ? 'hour' : 'day');

/** What is said of each hour, day, week or month that overlaps the period, without the part outside it. */
export function inBuckets<T>({ range, timezone, ...request }: ResolvedRequest, of: (bucket: Range) => T) {
  const granularity = granularityOf(range, request.granularity);
  const starts = bucketStarts(range.start, range.end, granularity, timezone);
  const data = starts.map((start, index) => {
    const bucket = { start: Math.max(start, range.start), end: starts[index + 1] ?? range.end };
    return { bucket: localIso(start, timezone), ...of(bucket) };
  });
  return { meta: { granularity }, data };
}
