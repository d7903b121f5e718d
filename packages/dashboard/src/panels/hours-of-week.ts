import type { Bucket } from '../api/reports.ts';
import { localTime } from '../format/buckets.ts';

/** Monday is 0. */
export const weekdays = [0, 1, 2, 3, 4, 5, 6];

/** Adds up hours by weekday and hour of local time. An hour that is repeated when clocks go back counts twice. */
export function hoursOfWeek(buckets: readonly Bucket[], metric: 'sessions' | 'pageviews'): number[][] {
  const week = weekdays.map(() => Array.from({ length: 24 }, () => 0));
  for (const bucket of buckets) {
    const local = new Date(localTime(bucket.bucket));
    const hours = week[(local.getUTCDay() + 6) % 7];
    const hour = local.getUTCHours();
    if (hours) hours[hour] = (hours[hour] ?? 0) + bucket[metric];
  }
  return week;
}

export const mostShade = 6;

/**
 * Shades 1 to 6 for the hours of a week, each for about as many hours, so that a single busy hour does not flatten the others. The smallest
 * count has the first shade and the largest the last; 0 is for hours without any.
 */
export function shadesOf(counts: readonly number[]): (count: number) => number {
  const some = counts.filter((count) => count > 0);
  const below = (count: number) => some.filter((other) => other < count).length;
  const most = below(Math.max(...some));
  return (count) => {
    if (count === 0) return 0;
    return most === 0 ? mostShade : 1 + Math.round(((mostShade - 1) * below(count)) / most);
  };
}
