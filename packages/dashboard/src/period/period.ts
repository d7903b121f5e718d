import type { Granularity } from '../api/reports.ts';
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
} from './dates.ts';

/** The days that each preset overlaps, in the order of the menu. */
const daysOfPresets = {
  today: (today) => ({ first: today, last: today }),
  yesterday: (today) => ({ first: addDays(today, -1), last: addDays(today, -1) }),
  '24h': (today) => ({ first: addDays(today, -1), last: today }),
  '7d': (today) => ({ first: addDays(today, -6), last: today }),
  '30d': (today) => ({ first: addDays(today, -29), last: today }),
  '90d': (today) => ({ first: addDays(today, -89), last: today }),
  month: (today) => ({ first: addMonths(today, 0), last: today }),
  'last-month': (today) => ({ first: addMonths(today, -1), last: addDays(addMonths(today, 0), -1) }),
  year: (today) => ({ first: `${today.slice(0, 4)}-01-01`, last: today }),
  '12mo': (today) => ({ first: addMonths(today, -11), last: today }),
  all: (today) => ({ first: addMonths(today, -119), last: today }),
} satisfies Record<string, (today: Day) => Days>;

export type Preset = keyof typeof daysOfPresets;
export const presets = Object.keys(daysOfPresets) as Preset[];

export type Period = Preset | Days;

export const granularities: readonly Granularity[] = ['hour', 'day', 'week', 'month'];

/** A period in the form for requests: a date means the whole local day, no `end` means until now. */
export type Asked = { start: string; end?: string } | { period: string };

/** Requested by name: the service knows the time better than a browser, whose clock may be ahead. */
const named: readonly Period[] = ['today', 'yesterday', 'month', 'year'];

export interface Resolved {
  asked: Asked;
  /** Granularities that make a useful chart, from two to about 800 points. The first is the default. */
  granularities: readonly [Granularity, ...Granularity[]];
  /** Whether it is still running: then the last point is incomplete. */
  untilNow: boolean;
}

/** @param now milliseconds since 1970 */
export function resolve(period: Period, timezone: string, now: number): Resolved {
  const today = dayIn(timezone, now);
  const { first, last } = daysOf(period, today);
  const untilNow = last >= today && first <= today;
  const start = period === '24h' ? new Date(now - 86_400_000).toISOString() : first;
  const days = untilNow ? { start } : { start, end: last };
  return {
    asked: typeof period === 'string' && named.includes(period) ? { period } : days,
    // For all time, only the part with data is drawn, which may be short.
    granularities: period === 'all' ? ['month', 'week', 'day'] : granularitiesOf(daysFrom(first, last)),
    untilNow,
  };
}

/** The length of a view's buckets. */
export function granularityOf(
  view: { period: Period; timezone: string; granularity: Granularity | undefined },
  now: number,
): Granularity {
  const { granularities } = resolve(view.period, view.timezone, now);
  return granularities.find((one) => one === view.granularity) ?? granularities[0];
}

/** The days that a period overlaps. */
export const daysOf = (period: Period, today: Day): Days =>
  typeof period === 'object' ? period : daysOfPresets[period](today);

/**
 * The period of the same length before (-1) or after (1) one; for a month the month, for a year the year. There is none in the future,
 * before all time, nor next to the last 24 hours, which are no whole days.
 */
export function neighbour(period: Period, today: Day, direction: -1 | 1): Period | undefined {
  if (period === 'all' || period === '24h') return undefined;
  const { first, last } = wholeDaysOf(period, today);
  const months = monthsOf(first, last);
  const length = daysFrom(first, last);
  const next =
    months === undefined
      ? { first: addDays(first, direction * length), last: addDays(last, direction * length) }
      : {
          first: addMonths(first, direction * months),
          last: addDays(addMonths(first, (direction + 1) * months), -1),
        };
  if (next.first > today || next.first < earliest) return undefined;
  // The last 30 days may be a month, too.
  const likely: readonly Preset[] = months === undefined ? presets : ['month', 'last-month', 'year', '12mo'];
  return likely.find((name) => name !== '24h' && isSame(wholeDaysOf(name, today), next)) ?? next;
}

const isSame = (one: Days, other: Days) => one.first === other.first && one.last === other.last;

/** The days of a period; all days of a running month or year. */
function wholeDaysOf(period: Period, today: Day): Days {
  const { first, last } = daysOf(period, today);
  if (period === 'month' || period === '12mo') return { first, last: addDays(addMonths(last, 1), -1) };
  if (period === 'year') return { first, last: `${first.slice(0, 4)}-12-31` };
  return { first, last };
}

/** @returns the number of calendar months that the days are, undefined if they are not whole months */
function monthsOf(first: Day, last: Day): number | undefined {
  const end = addDays(last, 1);
  if (!first.endsWith('-01') || !end.endsWith('-01')) return undefined;
  const [from, until] = [first, end].map((day) => 12 * Number(day.slice(0, 4)) + Number(day.slice(5, 7)));
  return (until ?? 0) - (from ?? 0);
}

function granularitiesOf(days: number): Resolved['granularities'] {
  if (days <= 2) return ['hour'];
  if (days <= 14) return ['day', 'hour'];
  if (days <= 31) return ['day', 'hour', 'week'];
  if (days <= 180) return ['day', 'week', 'month'];
  if (days <= 800) return ['month', 'week', 'day'];
  return ['month', 'week'];
}

/** The form in the address. */
export function periodText(period: Period): string {
  return typeof period === 'object' ? daysText(period) : period;
}

/** The accepted values in the address, for the reader. */
export const acceptedPeriods = () => messages.address.period(presets.join(', '), messages.address.days);

/** @returns undefined for an invalid period */
export function readPeriod(text: string): Period | undefined {
  return isPreset(text) ? text : readDays(text);
}

export function isPreset(text: string): text is Preset {
  return presets.some((one) => one === text);
}
