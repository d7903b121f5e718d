/** Chooses the stored buckets that make up spans of time: the longest that fit, each moment in one of them. */

import { date, join, parameter, raw, type Sql, sql, second as time } from '@tallyhouse/sql';
import type { Span } from './spans.ts';

const minute = 60_000;
/** Later times do not fit into a UInt32 of seconds since 1970, and no pings are stored from then. */
const endOfUInt32 = 2 ** 32 * 1000;

/** Lengths of the buckets in `settled_totals`, minutes, longest first. */
const lengths = [1440, 60, 15] as const;
const startOf = { 1440: 'toStartOfDay', 60: 'toStartOfHour', 15: 'toStartOfFifteenMinutes' } as const;

/**
 * A condition on `minutes`, `day` and `bucket_at`, the length, day and start of a stored bucket. It takes days where they fit, hours at
 * either end and on days within which a bucket of the report begins, and quarters of an hour likewise. Lengths that are not
 * used are left out, as ClickHouse takes noticeable time to parse the SQL.
 * @param spans start and end at quarters of an hour
 * @param bucketStarts starts of the report's buckets, milliseconds since 1970; the first is at or before the start of the range.
 *   Every zone's offset from UTC is a multiple of a quarter of an hour in the years that pings are from
 */
export function bucketCondition(spans: readonly Span[], bucketStarts: readonly number[]): Sql {
  const conditions = spans.map((span) => conditionOf(span, bucketStarts));
  return sql`(${join(conditions, '\nor ')})`;
}

function conditionOf(span: Span, bucketStarts: readonly number[]): Sql {
  const alternatives: Sql[] = [];
  // What longer buckets do not cover: times outside theirs, and stored buckets within which a bucket of the report begins.
  let left: Sql | undefined;
  for (const length of lengths) {
    const unit = length * minute;
    const first = Math.ceil(span.from / unit) * unit;
    const last = Math.floor(span.until / unit) * unit;
    const shortest = length === 15;
    if (first >= last && !shortest) continue;
    const split = shortest ? [] : splitBuckets(unit, bucketStarts, span);
    const splitOnes = parameter(split, 'Array(UInt32)');
    alternatives.push(
      join(
        [
          sql`minutes = ${length}`,
          ...(shortest ? [] : [sql`bucket_at >= ${time(first)} and bucket_at < ${time(last)}`]),
          ...(left === undefined ? [] : [sql`(${left})`]),
          ...(split.length > 0 ? [sql`toUnixTimestamp(bucket_at) not in ${splitOnes}`] : []),
        ],
        ' and ',
      ),
    );
    if (split.length === 0 && first === span.from && last === span.until) break;
    left = join(
      [
        sql`bucket_at < ${time(first)}`,
        sql`bucket_at >= ${time(last)}`,
        ...(split.length > 0
          ? [sql`toUnixTimestamp(${raw(startOf[length])}(bucket_at)) in ${splitOnes}`]
          : []),
      ],
      ' or ',
    );
    // The day is in the key: shorter buckets of the days in between are not read. Where a granule has several sites, bucket_at alone
    // would not tell.
    if (split.length === 0) left = sql`(${left}) and (day <= ${date(first - 1)} or day >= ${date(last)})`;
  }
  // A day is a partition: those outside are not even looked at.
  const days = sql`day >= ${date(span.from)} and day <= ${date(span.until - 1)}`;
  const times = sql`bucket_at >= ${time(span.from)} and bucket_at < ${time(span.until)}`;
  return sql`${days} and ${times} and (${join(alternatives, ' or ')})`;
}

/**
 * The stored buckets of a length within which a bucket of the report begins, seconds since 1970. There may be thousands, and
 * ClickHouse limits a parameter to 128 KiB: numbers are shorter than texts.
 */
function splitBuckets(unit: number, [, ...bucketStarts]: readonly number[], { from, until }: Span): number[] {
  const inside = bucketStarts.filter(
    (start) => start % unit !== 0 && start >= Math.max(from, 0) && start < Math.min(until, endOfUInt32),
  );
  return [...new Set(inside.map((start) => (Math.floor(start / unit) * unit) / 1000))];
}
