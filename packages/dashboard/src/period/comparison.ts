import { messages } from '../words/words.ts';
import {
  addDays,
  addMonths,
  type Day,
  type Days,
  dayIn,
  daysFrom,
  daysText,
  earliest,
  readDays,
  timeIn,
} from './dates.ts';
import { type Asked, daysOf, type Period, resolve } from './period.ts';

/** The comparison of a period: none, the previous period, a year earlier, or chosen days. Weeks are compared by their weekdays. */
export type Comparison = 'none' | 'previous' | 'year' | Days;

/** The form in the address. */
export function comparisonText(comparison: Comparison): string {
  if (typeof comparison === 'object') return daysText(comparison);
  return comparison === 'none' ? 'no' : comparison;
}

/** The accepted values in the address, for the reader. */
export const acceptedComparisons = () => messages.address.comparison(messages.address.days);

/** @returns undefined for an invalid comparison */
export function readComparison(text: string): Comparison | undefined {
  if (text === 'no') return 'none';
  return text === 'previous' || text === 'year' ? text : readDays(text);
}

/** The request of a compared period: the period, and its comparison. */
export interface Compared {
  asked: Asked;
  /** In the API's form. It may contain the current time. */
  parameters: { compare: string; match?: 'weekday' };
}

/**
 * @param now milliseconds since 1970
 * @returns undefined when nothing is compared
 */
export function comparedBy(
  comparison: Comparison,
  period: Period,
  timezone: string,
  now: number,
): Compared | undefined {
  // Nothing precedes all time.
  if (comparison === 'none' || period === 'all') return undefined;
  const { asked } = resolve(period, timezone, now);
  const matched = hasWeekdays(period, dayIn(timezone, now)) ? ({ match: 'weekday' } as const) : {};
  if (comparison === 'year') return { asked, parameters: { compare: 'year', ...matched } };
  if (typeof comparison === 'object')
    return { asked, parameters: { compare: `${comparison.first}/${comparison.last}` } };
  switch (period) {
    // The API compares these with the previous day or month, up to the same local time.
    case 'today':
    case 'yesterday':
    case 'month':
    case 'year':
    case '24h':
      return { asked, parameters: { compare: 'previous' } };
    // The period before twelve calendar months is the same months of the previous year.
    case '12mo':
      return { asked, parameters: { compare: 'year' } };
    default:
      if (matched.match) return { asked, parameters: { compare: 'previous', ...matched } };
      return { asked, parameters: { compare: daysBeforeUntilNow(period, timezone, now) } };
  }
}

const ofCalendar: readonly Period[] = ['month', 'last-month', 'year', '12mo'];

/** Whether a period is long enough for weekdays to matter: a week or more, but not a month or year. */
function hasWeekdays(period: Period, today: Day): boolean {
  const { first, last } = daysOf(period, today);
  return !ofCalendar.includes(period) && daysFrom(first, last) >= 7;
}

/**
 * The previous days, up to the same local time if the period is still running. The API's own rule is the same number of hours before,
 * regardless of the time of day.
 */
function daysBeforeUntilNow(period: Period, timezone: string, now: number): string {
  const today = dayIn(timezone, now);
  const { first, last } = daysOf(period, today);
  const before = daysBefore(period, today);
  if (last < today || first > today) return `${before.first}/${before.last}`;
  const reached = addDays(before.first, daysFrom(first, today) - 1);
  return `${before.first}/${reached}T${timeIn(timezone, now)}`;
}

const notTooEarly = (day: Day) => (day < earliest ? earliest : day);

/** The same number of days just before, or the previous month or year; no day before the earliest one. */
export function daysBefore(period: Period, today: Day): Days {
  const { first, last } = daysOf(period, today);
  const isMonth = period === 'month' || period === 'last-month';
  const months = isMonth ? -1 : period === 'year' ? -12 : undefined;
  const before = months === undefined ? addDays(first, -daysFrom(first, last)) : addMonths(first, months);
  return { first: notTooEarly(before), last: notTooEarly(addDays(first, -1)) };
}
