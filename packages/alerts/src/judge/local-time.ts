import type { Alert } from '@tallyhouse/sites';
import { DateTime } from 'luxon';

export type Hours = readonly [number, number];

const hourMs = 3_600_000;

/** The hours of a rule; all of them when it has none. */
export const hoursOf = ({ hours = [0, 24] }: Pick<Alert, 'hours'>): Hours => hours;

export const localTime = (at: number, zone: string) => DateTime.fromMillis(at, { zone });

/** The start of the local day, week or month. A midnight that comes twice counts as the earlier one. */
export function startOf(unit: 'day' | 'week' | 'month', at: number, zone: string): DateTime {
  const start = localTime(at, zone).startOf(unit);
  return start.getPossibleOffsets()[0] ?? start;
}

/** Whether a rule may send now: within full local hours, which may cross midnight. The hour after one that clocks skip stands for both. */
export function isWithinHours([from, to]: Hours, at: number, zone: string): boolean {
  const isWithin = (hour: number) => (from < to ? hour >= from && hour < to : hour >= from || hour < to);
  const hourAgo = (hours: number) => localTime(at - hours * hourMs, zone).hour;
  const [hour, between] = [hourAgo(0), (hourAgo(1) + 1) % 24];
  // Half of an hour is there on Lord Howe Island.
  const isSkipped = (between + 1) % 24 === hour && hourAgo(0.5) !== between;
  return isWithin(hour) || (isSkipped && isWithin(between));
}

/** The newest digest that was due: since when, until when, the dates it is about, and those it is compared with. */
export function newestDigest(every: 'day' | 'week' | 'month', [from, to]: Hours, at: number, zone: string) {
  const ofThis = startOf(every, at, zone);
  // Where clocks skip the last hour of a day, that day ends before it.
  const dueOn = (day: DateTime) => Math.min(day.set({ hour: from }).toMillis(), day.endOf('day').toMillis());
  const day = dueOn(ofThis) > at ? ofThis.minus({ [every]: 1 }) : ofThis;
  const over = day.plus({ days: from < to ? 0 : 1 }).set({ hour: to });
  const datesOf = (first: DateTime) => [`${first.toISODate()}`, `${first.endOf(every).toISODate()}`] as const;
  const [start, end] = datesOf(day.minus({ [every]: 1 }));
  return {
    begin: dueOn(day),
    // Where clocks skip its only hour, the next one stands for it.
    until: Math.max(over.toMillis(), dueOn(day) + hourMs),
    dates: { start, end, compare: datesOf(day.minus({ [every]: 2 })).join('/') },
  };
}
