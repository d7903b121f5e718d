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
} from './dates.ts';

export const presets = {
  today: 'Today',
  yesterday: 'Yesterday',
  '24h': 'Last 24 hours',
  '7d': 'Last 7 days',
  '30d': 'Last 30 days',
  '90d': 'Last 90 days',
  month: 'This month',
  'last-month': 'Last month',
  '12mo': 'Last 12 months',
} as const;
export type Preset = keyof typeof presets;

export type Period = Preset | Days;

export const granularities = ['hour', 'day', 'week', 'month'] as const;
export type Granularity = (typeof granularities)[number];

/** A period in the form for requests: a date means the whole local day, no `end` means until now. */
export interface Asked {
  start: string;
  end?: string;
}

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
  if (period === '24h') {
    return {
      asked: { start: new Date(now - 86_400_000).toISOString() },
      granularities: ['hour'],
      untilNow: true,
    };
  }
  const { first, last } = daysOf(period, today);
  const untilNow = last >= today && first <= today;
  return {
    asked: untilNow ? { start: first } : { start: first, end: last },
    granularities: granularitiesOf(daysFrom(first, last)),
    untilNow,
  };
}

/** The days that a period overlaps. */
export function daysOf(period: Period, today: Day): Days {
  if (typeof period === 'object') return period;
  switch (period) {
    case '24h':
      return { first: addDays(today, -1), last: today };
    case 'today':
      return { first: today, last: today };
    case 'yesterday':
      return { first: addDays(today, -1), last: addDays(today, -1) };
    case '7d':
      return { first: addDays(today, -6), last: today };
    case '30d':
      return { first: addDays(today, -29), last: today };
    case '90d':
      return { first: addDays(today, -89), last: today };
    case 'month':
      return { first: addMonths(today, 0), last: today };
    case 'last-month':
      return { first: addMonths(today, -1), last: addDays(addMonths(today, 0), -1) };
    case '12mo':
      return { first: addMonths(today, -11), last: today };
  }
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
export const acceptedPeriods = `one of ${Object.keys(presets).join(', ')}, or ${acceptedDays}`;

/** @returns undefined for an invalid period */
export function readPeriod(text: string): Period | undefined {
  return isPreset(text) ? text : readDays(text);
}

export function isPreset(text: string): text is Preset {
  return Object.hasOwn(presets, text);
}
