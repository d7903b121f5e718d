/** Calendar arithmetic. A date is its midnight in UTC, milliseconds since 1970, whatever the zone. */

import { day } from '@tallyhouse/facts';
import { DateTime } from 'luxon';
import type { Clock } from './clock.ts';

export type CalendarUnit = 'day' | 'week' | 'month' | 'year';

const utc = (date: number) => DateTime.fromMillis(date, { zone: 'utc' });

/** The first date of the week (from Monday), month or year that contains a date. */
export const firstDate = (date: number, unit: CalendarUnit): number => utc(date).startOf(unit).toMillis();

/** The date `amount` days, weeks, months or years later; clamped to the last day of a shorter month. */
export const later = (date: number, amount: number, unit: CalendarUnit): number =>
  // A series may have thousands of days: for one, the library takes 15 µs.
  unit === 'day'
    ? date + amount * day
    : utc(date)
        .plus({ [unit]: amount })
        .toMillis();

export interface LocalMoment {
  date: number;
  time: number;
}

function localMoment(at: number, clock: Clock): LocalMoment {
  const shown = at + clock.ahead(at);
  const date = Math.floor(shown / day) * day;
  return { date, time: shown - date };
}

/** The local date and time at which a range starts. The first moment of a date is its midnight, even where clocks skip midnight. */
export function localStart(start: number, clock: Clock): LocalMoment {
  const local = localMoment(start, clock);
  return start === clock.momentOf(local.date) ? { ...local, time: 0 } : local;
}

/** The local date and time at which a range ends. An end at midnight is 24 h into the range's last date. */
export function localEnd(end: number, clock: Clock): LocalMoment {
  const { date, time } = localMoment(end - 1, clock);
  return { date, time: time + 1 };
}

/** The start of the local day that ends at `end`, whatever its length. */
export function dayBefore(end: number, clock: Clock): number {
  const { date, time } = localEnd(end, clock);
  return clock.momentOf(date - day + time);
}
