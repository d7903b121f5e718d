import { addDays, addMonths, type Day, dayIn, daysFrom, isDay } from './dates.ts';

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

export type Period = Preset | { first: Day; last: Day };

export const granularities = ['hour', 'day', 'week', 'month'] as const;
export type Granularity = (typeof granularities)[number];

/** A period as reports are asked for it: a date means the whole local day, no `end` means until now. */
export interface Asked {
  start: string;
  end?: string;
}

export interface Resolved {
  asked: Asked;
  /** As many days (hours of `24h`) just before, for the line behind. */
  before: Asked;
  /** Those that give a picture: from two points to about 800. The first is taken unless another is asked for. */
  granularities: readonly [Granularity, ...Granularity[]];
  /** Whether it goes on: the last point then is one so far. */
  untilNow: boolean;
}

/** @param now milliseconds since 1970 */
export function resolve(period: Period, timezone: string, now: number): Resolved {
  const today = dayIn(timezone, now);
  if (period === '24h') {
    const ago = (hours: number) => new Date(now - hours * 3_600_000).toISOString();
    return {
      asked: { start: ago(24) },
      before: { start: ago(48), end: ago(24) },
      granularities: ['hour'],
      untilNow: true,
    };
  }
  const { first, last } = typeof period === 'object' ? period : daysOf(period, today);
  const untilNow = last >= today && first <= today;
  const count = daysFrom(first, last);
  return {
    asked: untilNow ? { start: first } : { start: first, end: last },
    before:
      period === '12mo'
        ? { start: addMonths(first, -12), end: addDays(first, -1) }
        : { start: addDays(first, -count), end: addDays(first, -1) },
    granularities: granularitiesOf(count),
    untilNow,
  };
}

function daysOf(preset: Exclude<Preset, '24h'>, today: Day): { first: Day; last: Day } {
  switch (preset) {
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

/** As it stands in an address. */
export function periodText(period: Period): string {
  return typeof period === 'object' ? `${period.first}_${period.last}` : period;
}

/** What stands in an address is one of these, for a reader. */
export const acceptedPeriods = `one of ${Object.keys(presets).join(', ')}, or the first and the last day, such as 2026-11-01_2026-11-21 (1990 to 2199)`;

/** @returns undefined for what is no period, and for years that the API refuses, also as the time to compare with */
export function readPeriod(text: string): Period | undefined {
  if (isPreset(text)) return text;
  const [first = '', last = '', ...more] = text.split('_');
  const days = isDay(first) && isDay(last) && more.length === 0;
  return days && earliest <= first && first <= last && last < '2200' ? { first, last } : undefined;
}

/** While a year is typed, the first of its digits make years long gone. */
export const earliest: Day = '1990-01-01';

export function isPreset(text: string): text is Preset {
  return Object.hasOwn(presets, text);
}
