import type { Granularity } from '../api/reports.ts';
import { messages } from '../words/words.ts';
import { language } from './language.ts';
import { onFirstUse } from './on-first-use.ts';

/**
 * Names a bucket by its own local time, whatever the reader's zone is, so its UTC offset is ignored.
 * @param bucket 2026-11-19T00:00:00+01:00
 * @param withYear when the chart also has a bucket of another year, see {@link isOfYears}
 */
export function bucketName(bucket: string, granularity: Granularity, withYear = false): string {
  const name = bucketDay(bucket, granularity, withYear);
  return granularity === 'week' ? messages.period.weekOf(name) : name;
}

/** The same, but for a week only its first day. */
export const bucketDay = (bucket: string, granularity: Granularity, withYear = false): string =>
  (withYear ? longWithYear : long)[granularity]().format(localTime(bucket));

/** Whether buckets or days are of more than one year. */
export const isOfYears = (all: readonly string[]) => new Set(all.map((one) => one.slice(0, 4))).size > 1;

/** The local time of a bucket, in milliseconds as if it were UTC. */
export const localTime = (bucket: string) => Date.parse(`${bucket.slice(0, 19)}Z`);

/** The short name, for an axis. */
export function tickName(bucket: string, granularity: Granularity): string {
  const local = localTime(bucket);
  if (granularity === 'hour' && !bucket.includes('T00:00')) return hour().format(local);
  return (granularity === 'month' ? month : day)().format(local);
}

const of = (options: Intl.DateTimeFormatOptions) =>
  onFirstUse(() => new Intl.DateTimeFormat(language(), { timeZone: 'UTC', ...options }));
const day = of({ day: 'numeric', month: 'short' });
const month = of({ month: 'short', year: 'numeric' });
const hour = of({ hour: 'numeric', minute: '2-digit' });

const parts: Readonly<Record<Granularity, Intl.DateTimeFormatOptions>> = {
  hour: { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  week: { day: 'numeric', month: 'short' },
  month: { month: 'long', year: 'numeric' },
};
const long = { hour: of(parts.hour), day: of(parts.day), week: of(parts.week), month: of(parts.month) };
const longWithYear = {
  hour: of({ ...parts.hour, year: 'numeric' }),
  day: of({ ...parts.day, year: 'numeric' }),
  week: of({ ...parts.week, year: 'numeric' }),
  month: long.month,
};

/** Two local times, or one, in milliseconds as if they were UTC. */
export const timesName = (from: number, to: number) => longWithYear.hour().formatRange(from, to);

const weekday = of({ weekday: 'short' });
const clockHour = of({ hour: 'numeric' });

/** @param day from Monday, 0 */
export const weekdayName = (day: number) => weekday().format(Date.UTC(2024, 0, 1 + day));

/** @param hour 0 to 23 */
export const hourName = (hour: number) => clockHour().format(Date.UTC(2024, 0, 1, hour));
