import fc from 'fast-check';
import type { Range } from '../chosen.ts';
import type { Anchor } from '../traffic/anchors.ts';
import { day } from '../traffic/moment.ts';
import { dateOf, instantOf, midnight, wallTime } from '../wall-clock.ts';
import { type RequestedRange, requestedMoments } from './requested-range.ts';

/** A compared range, and the parameter for it. */
export interface RequestedComparison {
  /** Undefined means the previous range. */
  compare: string | undefined;
  compared: Range | null;
  match?: 'date' | 'weekday' | undefined;
}

type ComparisonOf = (range: RequestedRange, anchor: Anchor, timezone: string) => RequestedComparison;

const previous = fc.constantFrom(undefined, 'previous').map(
  (compare): ComparisonOf =>
    ({ before }) => ({ compare, compared: before }),
);

const yearOf = (range: Range, timezone: string) => onEarlierDates(range, timezone, yearEarlier);

const yearBefore = fc.constant<ComparisonOf>(({ range }, _, timezone) => ({
  compare: 'year',
  compared: yearOf(range, timezone),
}));

const sameWeekdays = fc.constantFrom(undefined, 'previous', 'year').map(
  (compare): ComparisonOf =>
    ({ range, before, parameters }, _, timezone) => {
      const of = (compared: Range | null) => ({ compare, compared, match: 'weekday' as const });
      if (parameters['period'] === 'all') return of(compare === 'year' ? yearOf(range, timezone) : before);
      const isOfHours = parameters['start'] === undefined && /^\d+[mhdw]$/.test(parameters['period'] ?? '7d');
      const moved = (weeks: number) => weeksEarlier(range, weeks, isOfHours ? 'UTC' : timezone);
      let weeks = 1;
      while (moved(weeks).end > range.start) weeks++;
      return of(moved(compare === 'year' ? 52 : weeks));
    },
);

const named = requestedMoments.map(
  (momentsOf): ComparisonOf =>
    (_, anchor, timezone) => {
      const { parameters, range } = momentsOf(anchor, timezone);
      return { compare: `${parameters.start}/${parameters.end}`, compared: range };
    },
);

export const requestedComparison = fc.oneof({ weight: 3, arbitrary: previous }, yearBefore, named, {
  weight: 2,
  arbitrary: sameWeekdays,
});

/** A moment on an earlier date. @param before milliseconds: the end of a range has the date of the moment before it */
function earlier(at: number, before: 0 | 1, zone: string, dateBefore: (date: string) => string): number {
  const wall = wallTime(at - before, zone);
  return instantOf(Date.parse(dateBefore(dateOf(wall))) + (((wall % day) + day) % day) + before, zone);
}

const yearEarlier = (date: string) =>
  `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`.replace('-02-29', '-02-28');

const weeksEarlier = (range: Range, weeks: number, zone: string) =>
  onEarlierDates(range, zone, (date) => dateOf(Date.parse(date) - 7 * weeks * day));

/** The start of a date is the start of the earlier date. */
function onEarlierDates({ start, end }: Range, zone: string, dateBefore: (date: string) => string): Range {
  const date = dateOf(wallTime(start, zone));
  const from =
    start === midnight(date, zone) ? midnight(dateBefore(date), zone) : earlier(start, 0, zone, dateBefore);
  const until = earlier(end, 1, zone, dateBefore);
  // A range over the hour that exists twice ends before it starts on a date that has it once: it keeps its length then.
  return { start: from, end: until > from ? until : from + end - start };
}
