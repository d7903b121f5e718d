import type { Bucket } from '../api/reports.ts';
import { localTime } from '../format/buckets.ts';

/** Monday is 0. */
export const weekdays = [0, 1, 2, 3, 4, 5, 6];

/** Adds hours up by weekday and hour of the wall clock. An hour that comes twice when clocks go back counts twice. */
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
