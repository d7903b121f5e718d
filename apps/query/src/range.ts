import { HttpError } from '@tallyhouse/service';
import { DateTime } from 'luxon';
import { dayBefore } from './calendar.ts';
import { clockOf } from './clock.ts';
import type { Moment } from './parameters/moment.ts';
import type { NamedPeriod, Period } from './parameters/period.ts';
import type { CommonValues } from './parameters/read.ts';

/** From `start` up to, not including, `end`: milliseconds since 1970. */
export interface Range {
  start: number;
  end: number;
}

/** The parameters that name a range. */
export type TimeValues = Pick<CommonValues, 'period' | 'start' | 'end'> & { timezone: { canonical: string } };

/**
 * The only code that computes the range of a request. `start` and `end` override `period`; `start` alone ends now; with `end`
 * alone, the period ends there.
 * @param now milliseconds since 1970
 * @throws HttpError 400 when the range would be empty
 */
export function resolveRange({ period, start, end, timezone }: TimeValues, now: number): Range {
  const zone = timezone.canonical;
  const from = start && startOf(start, zone);
  const until = end && endOf(end, zone);
  if (from === undefined) return periodUntil(period, until, DateTime.fromMillis(now, { zone }), zone);
  if (until === undefined && from >= now) {
    throw empty('start', 'start is in the future, and without end the report ends now');
  }
  if (until !== undefined && from >= until) throw empty('end', 'end must be later than start');
  return { start: from, end: until ?? now };
}

/** Between two moments in either order. A date as `end` includes that whole day. */
export function rangeBetween(start: Moment, end: Moment, zone: string): Range {
  return { start: startOf(start, zone), end: endOf(end, zone) };
}

function empty(parameter: string, reason: string): HttpError {
  return new HttpError('invalid_parameter', `${reason}.`, { parameter });
}

function startOf(moment: Moment, zone: string): number {
  if (moment.kind === 'instant') return moment.at;
  if (moment.kind === 'local') return DateTime.fromISO(moment.iso, { zone }).toMillis();
  return startOfDate(DateTime.fromISO(moment.iso, { zone: 'utc' }), zone);
}

function endOf(moment: Moment, zone: string): number {
  if (moment.kind !== 'date') return startOf(moment, zone);
  return startOfDate(DateTime.fromISO(moment.iso, { zone: 'utc' }).plus({ days: 1 }), zone);
}

/** Luxon's own startOf takes the second midnight where clocks go back over midnight. */
function startOfDate({ year, month, day }: DateTime, zone: string): number {
  return clockOf(zone).firstShowing(Date.UTC(year, month - 1, day));
}

function periodUntil(period: Period, until: number | undefined, now: DateTime, zone: string): Range {
  const end = until === undefined ? now : DateTime.fromMillis(until, { zone: now.zone });
  if (typeof period === 'object') return { start: rolling(period, end), end: end.toMillis() };
  if (period === 'all') return { start: end.minus({ years: 10 }).toMillis(), end: end.toMillis() };
  // An end at midnight belongs to the day before: `today` with a date as end is that day.
  const last = until === undefined ? now : end.minus({ milliseconds: 1 });
  const unit = period === 'month' || period === 'year' ? period : 'day';
  const start = startOfDate(last.startOf(unit), zone);
  if (period !== 'yesterday') return { start, end: end.toMillis() };
  // The day before today; with an end, the day that ends there.
  const ended = until ?? start;
  return { start: dayBefore(ended, clockOf(zone)), end: ended };
}

/** Days and weeks are multiples of 24 h, whatever the clocks did; months and years are calendar units in local time. */
function rolling({ amount, unit }: Exclude<Period, NamedPeriod>, end: DateTime): number {
  switch (unit) {
    case 'm':
      return end.minus({ minutes: amount }).toMillis();
    case 'h':
      return end.minus({ hours: amount }).toMillis();
    case 'd':
      return end.minus({ hours: amount * 24 }).toMillis();
    case 'w':
      return end.minus({ hours: amount * 24 * 7 }).toMillis();
    case 'mo':
      return end.minus({ months: amount }).toMillis();
    case 'y':
      return end.minus({ years: amount }).toMillis();
  }
}
