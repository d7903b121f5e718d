import type { Granularity } from '../period/period.ts';

/**
 * Names a point of time. It is read as the local time that it says, whatever the reader's own zone: so the offset is cut off.
 * @param bucket 2026-11-19T00:00:00+01:00
 */
export function bucketName(bucket: string, granularity: Granularity): string {
  const local = Date.parse(`${bucket.slice(0, 19)}Z`);
  if (granularity === 'week') return `Week of ${day.format(local)}`;
  return long[granularity].format(local);
}

/** The same in short, for an axis. */
export function tickName(bucket: string, granularity: Granularity): string {
  const local = Date.parse(`${bucket.slice(0, 19)}Z`);
  if (granularity === 'hour' && !bucket.includes('T00:00')) return hour.format(local);
  return (granularity === 'month' ? month : day).format(local);
}

const of = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', ...options });
const day = of({ day: 'numeric', month: 'short' });
const month = of({ month: 'short', year: '2-digit' });
const hour = of({ hour: '2-digit', minute: '2-digit' });

const long = {
  hour: of({ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }),
  day: of({ weekday: 'short', day: 'numeric', month: 'short' }),
  month: of({ month: 'long', year: 'numeric' }),
};
