import {
  acceptedDays,
  addDays,
  addMonths,
  type Day,
  type Days,
  dayIn,
  daysFrom,
  daysText,
  readDays,
  timeIn,
} from './dates.ts';
import { type Asked, daysOf, type Period, resolve } from './period.ts';

/** What a period is compared with: nothing, what lies before it, the same dates a year earlier, or days that the reader chose. */
export type Comparison = 'none' | 'previous' | 'year' | Days;

/** As it stands in an address. */
export function comparisonText(comparison: Comparison): string {
  if (typeof comparison === 'object') return daysText(comparison);
  return comparison === 'none' ? 'no' : comparison;
}

/** What stands in an address is one of these, for a reader. */
export const acceptedComparisons = `no, previous, year, or ${acceptedDays}`;

/** @returns undefined for what is no comparison */
export function readComparison(text: string): Comparison | undefined {
  if (text === 'no') return 'none';
  return text === 'previous' || text === 'year' ? text : readDays(text);
}

/** How /insights is asked: for which time, and what it is compared with. */
export interface Compared {
  asked: Asked | { period: Period & string };
  /** As the API takes it. It may name the present moment. */
  compare: string;
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
  if (comparison === 'none') return undefined;
  const { asked } = resolve(period, timezone, now);
  if (comparison === 'year') return { asked, compare: 'year' };
  if (comparison !== 'previous') return { asked, compare: `${comparison.first}/${comparison.last}` };
  switch (period) {
    // The API compares these with the day or month before, up to the same local time.
    case 'today':
    case 'yesterday':
    case 'month':
      return { asked: { period }, compare: 'previous' };
    case '24h':
      return { asked, compare: 'previous' };
    // What lies before twelve months of the calendar are the same months of the year before.
    case '12mo':
      return { asked, compare: 'year' };
    default:
      return { asked, compare: daysBeforeUntilNow(period, timezone, now) };
  }
}

/**
 * The days before, up to the same local time when the period still runs. The API's own rule is as many hours before, whichever
 * hours of the day those are.
 */
function daysBeforeUntilNow(period: Period, timezone: string, now: number): string {
  const today = dayIn(timezone, now);
  const { first, last } = daysOf(period, today);
  const before = daysBefore(period, today);
  if (last < today || first > today) return `${before.first}/${before.last}`;
  const reached = addDays(before.first, daysFrom(first, today) - 1);
  return `${before.first}/${reached}T${timeIn(timezone, now)}`;
}

/** As many days just before, or the month before. */
export function daysBefore(period: Period, today: Day): Days {
  const { first, last } = daysOf(period, today);
  const isMonth = period === 'month' || period === 'last-month';
  return {
    first: isMonth ? addMonths(first, -1) : addDays(first, -daysFrom(first, last)),
    last: addDays(first, -1),
  };
}
