/** Which stored buckets make up spans of time: the longest that fit, each moment in one of them. */

import { sqlSecond } from '@tallyhouse/clickhouse';
import type { Bindings } from './bindings.ts';
import type { Span } from './spans.ts';

const minute = 60_000;
/** In seconds since 1970 later times do not fit, and nothing is stored of them. */
const endOfUInt32 = 2 ** 32 * 1000;

/** Lengths of the buckets that `settled_totals` holds, minutes, the longest first. */
const lengths = [1440, 60, 15] as const;
const startOf = { 1440: 'toStartOfDay', 60: 'toStartOfHour', 15: 'toStartOfFifteenMinutes' } as const;

/**
 * A condition on `minutes` and `bucket_at`, the length and begin of a stored bucket. Days where they fit, hours before and after
 * them and where a bucket of the report begins within the day, quarters of hours likewise; what does not occur is left out, as
 * ClickHouse takes noticeable time to read the SQL.
 * @param spans begin and end at quarters of an hour
 * @param bucketStarts where the buckets of the report begin, milliseconds since 1970; the first with the range or before it.
 *   Every zone's clocks differ from UTC by whole quarters of an hour in the years that pings are from
 */
export function bucketCondition(
  spans: readonly Span[],
  bucketStarts: readonly number[],
  bindings: Bindings,
): string {
  const conditions = spans.map((span) => conditionOf(span, bucketStarts, bindings));
  return `(${conditions.join('\n      or ')})`;
}

function conditionOf(span: Span, bucketStarts: readonly number[], { add }: Bindings): string {
  const time = (at: number) => add(sqlSecond(at), "DateTime('UTC')");
  const alternatives: string[] = [];
  // What the longer buckets left: outside of theirs, and where a bucket of the report begins in the midst of one of them.
  let left: string | undefined;
  for (const length of lengths) {
    const unit = length * minute;
    const first = Math.ceil(span.from / unit) * unit;
    const last = Math.floor(span.until / unit) * unit;
    const shortest = length === 15;
    if (first >= last && !shortest) continue;
    const split = shortest ? [] : splitBuckets(unit, bucketStarts, span);
    const splitIn = () => add(split, 'Array(UInt32)');
    alternatives.push(
      [
        `minutes = ${length}`,
        ...(shortest ? [] : [`bucket_at >= ${time(first)} and bucket_at < ${time(last)}`]),
        ...(left === undefined ? [] : [`(${left})`]),
        ...(split.length > 0 ? [`toUnixTimestamp(bucket_at) not in ${splitIn()}`] : []),
      ].join(' and '),
    );
    if (split.length === 0 && first === span.from && last === span.until) break;
    left = [
      `bucket_at < ${time(first)}`,
      `bucket_at >= ${time(last)}`,
      ...(split.length > 0 ? [`toUnixTimestamp(${startOf[length]}(bucket_at)) in ${splitIn()}`] : []),
    ].join(' or ');
  }
  return `bucket_at >= ${time(span.from)} and bucket_at < ${time(span.until)} and (${alternatives.join(' or ')})`;
}

/**
 * The stored buckets of a length in the midst of which a bucket of the report begins, seconds since 1970. There may be
 * thousands, and ClickHouse takes no more than 128 KiB in a parameter: as numbers they are shorter than as texts.
 */
function splitBuckets(unit: number, [, ...bucketStarts]: readonly number[], { from, until }: Span): number[] {
  const inside = bucketStarts.filter(
    (start) => start % unit !== 0 && start >= Math.max(from, 0) && start < Math.min(until, endOfUInt32),
  );
  return [...new Set(inside.map((start) => (Math.floor(start / unit) * unit) / 1000))];
}
