import { day, hour } from '@tallyhouse/facts';
import { invalidParameter } from '@tallyhouse/service';
import { dayBefore, firstDate, later, localEnd, localStart } from '../time/calendar.ts';
import { type Clock, clockOf } from '../time/clock.ts';
import type { Moment } from './moment.ts';
import type { NamedPeriod, Period } from './period.ts';
import type { CommonValues } from './read.ts';

/** From `start` up to, not including, `end`: milliseconds since 1970. */
export interface Range {
  start: number;
  end: number;
}

/** The parameters that name a range. */
export type TimeValues = Pick<CommonValues, 'period' | 'start' | 'end'> & { timezone: { canonical: string } };

/**
 * Computes the range of a request; no other code does. `start` and `end` override `period`; without `end`, the range ends now; without
 * `start`, the period ends at `end`.
 * @param now milliseconds since 1970
 * @throws HttpError 400 when the range would be empty
 */
export function resolveRange({ period, start, end, timezone }: TimeValues, now: number): Range {
  const zone = timezone.canonical;
  const from = start && startOf(start, zone);
  const until = end && endOf(end, zone);
  if (from === undefined) return periodUntil(period, until, now, clockOf(zone));
  if (until === undefined && from >= now)
    throw invalidParameter('start', 'start is in the future, and without end the report ends now.');
  if (until !== undefined && from >= until) throw invalidParameter('end', 'end must be later than start.');
  return { start: from, end: until ?? now };
}

/** Between two moments in either order. A date as `end` includes that whole day. */
export function rangeBetween(start: Moment, end: Moment, zone: string): Range {
  return { start: startOf(start, zone), end: endOf(end, zone) };
}

function startOf(moment: Moment, zone: string): number {
  return moment.kind === 'instant' ? moment.at : clockOf(zone).momentOf(moment.shown);
}

function endOf(moment: Moment, zone: string): number {
  return moment.kind === 'date' ? clockOf(zone).momentOf(moment.shown + day) : startOf(moment, zone);
}

function periodUntil(period: Period, until: number | undefined, now: number, clock: Clock): Range {
  const end = until ?? now;
  if (typeof period === 'object') return { start: rolling(period, end, clock), end };
  if (period === 'all') return { start: rolling({ amount: 10, unit: 'y' }, end, clock), end };
  // An end at midnight belongs to the day before: `today` with a date as end is that day.
  const { date } = until === undefined ? localStart(now, clock) : localEnd(end, clock);
  const unit = period === 'month' || period === 'year' ? period : 'day';
  const start = clock.momentOf(firstDate(date, unit));
  if (period !== 'yesterday') return { start, end };
  // The day before today; with an end, the day that ends there.
  const ended = until ?? start;
  return { start: dayBefore(ended, clock), end: ended };
}

const lengths = { m: 60_000, h: hour, d: day, w: 7 * day } as const;
const calendarUnits = { mo: 'month', y: 'year' } as const;

/** Days and weeks are multiples of 24 h, regardless of clock changes; months and years are calendar units in local time. */
function rolling({ amount, unit }: Exclude<Period, NamedPeriod>, end: number, clock: Clock): number {
  if (unit !== 'mo' && unit !== 'y') return end - amount * lengths[unit];
  const { date, time } = localStart(end, clock);
  return clock.momentOf(later(date, -amount, calendarUnits[unit]) + time);
}
