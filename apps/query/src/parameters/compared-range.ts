import { day } from '@tallyhouse/facts';
import { invalidParameter } from '@tallyhouse/service';
import {
  type CalendarUnit,
  dayBefore,
  firstDate,
  type LocalMoment,
  later,
  localEnd,
  localStart,
} from '../time/calendar.ts';
import { type Clock, clockOf } from '../time/clock.ts';
import {
  type ChangeOrder,
  type Compare,
  changeOrders,
  listParameters,
  type Match,
  compare as parameter,
} from './compare.ts';
import { type Range, rangeBetween, type TimeValues } from './range.ts';
import { type Query, readParameters } from './read.ts';

const week = 7 * day;
/** The whole number of weeks nearest to a year. */
const weeksOfYear = 52;

/**
 * The range that a range is compared with.
 * @param values the comparison, and the parameters that the range comes from: the previous range depends on them
 * @returns undefined when there is none: nothing precedes period=all
 * @throws HttpError 400 when `compare` names a range that ends before it starts
 */
export function comparedRange(
  values: TimeValues & { compare: Compare; match?: Match | undefined },
  range: Range,
): Range | undefined {
  const { compare, match, period, start, timezone } = values;
  const clock = clockOf(timezone.canonical);
  if (typeof compare === 'object') return namedRange(compare, timezone.canonical);
  const isAll = period === 'all' && start === undefined;
  if (match === 'weekday' && !isAll) return weeksBefore(compare, values, range, clock);
  if (compare === 'year') return onOtherDates(range, (date) => later(date, -1, 'year'), clock);
  return previous(values, range, clock);
}

function namedRange({ start, end }: Exclude<Compare, string>, zone: string): Range {
  const named = rangeBetween(start, end, zone);
  if (named.start < named.end) return named;
  throw invalidParameter('compare', `compare must be ${parameter.accepts}.`);
}

export interface ListComparison {
  /** undefined when there is nothing to compare with. */
  before: Range | undefined;
  /** undefined: the list's own order. */
  sort: ChangeOrder | undefined;
}

/**
 * Parses the comparison of a list's rows. A `sort` other than by change is the list's own.
 * @returns undefined when no comparison is requested
 * @throws HttpError 400 for a range that ends before it starts, and for `match` or an order by change without `compare`
 */
export function requestedComparison(
  query: Query,
  values: TimeValues,
  range: Range,
): ListComparison | undefined {
  const { compare, match } = readParameters(query, onRequest);
  const sort = changeOrders.find((order) => order === query['sort']);
  if (compare !== undefined) return { before: comparedRange({ ...values, compare, match }, range), sort };
  const lost = Object.entries({ match, sort }).find(([, value]) => value !== undefined);
  if (lost === undefined) return undefined;
  const [name, value] = lost;
  throw invalidParameter(name, `${name}=${value} needs compare.`);
}

const { sort: _, ...onRequest } = listParameters;

/** The same weekdays: a whole number of weeks earlier. */
function weeksBefore(compare: 'previous' | 'year', values: TimeValues, range: Range, clock: Clock): Range {
  const { period, start } = values;
  const isOfHours =
    start === undefined && typeof period === 'object' && period.unit !== 'mo' && period.unit !== 'y';
  const moved = (weeks: number) =>
    isOfHours
      ? { start: range.start - weeks * week, end: range.end - weeks * week }
      : onOtherDates(range, (date) => later(date, -weeks, 'week'), clock);
  if (compare === 'year') return moved(weeksOfYear);
  // Local ranges may be some hours longer or shorter than they look: a zone has even skipped a date.
  let weeks = Math.max(1, Math.floor((range.end - range.start - 2 * day) / week));
  while (moved(weeks).end > range.start) weeks++;
  return moved(weeks);
}

/**
 * The same local times on other dates.
 * @param dateFor the date for a date of the range
 */
function onOtherDates({ start, end }: Range, dateFor: (date: number) => number, clock: Clock): Range {
  const moment = ({ date, time }: LocalMoment) => clock.momentOf(dateFor(date) + time);
  const [from, until] = [moment(localStart(start, clock)), moment(localEnd(end, clock))];
  // Where clocks skip an hour on the other date, and where 29 February becomes the 28th, the end of a range may come first: it is as long then.
  return { start: from, end: until > from ? until : from + end - start };
}

function previous({ period, start }: TimeValues, range: Range, clock: Clock): Range | undefined {
  // `start` overrides the period.
  if (start !== undefined || typeof period === 'object') {
    return { start: range.start - (range.end - range.start), end: range.start };
  }
  switch (period) {
    case 'all':
      return undefined;
    case 'yesterday':
      return { start: dayBefore(range.start, clock), end: range.start };
    default:
      return unitBefore(period === 'today' ? 'day' : period, range, clock);
  }
}

/** The previous day, month or year: up to the same local time of the same date, or all of it when the range is whole. */
function unitBefore(unit: CalendarUnit, { start, end }: Range, clock: Clock): Range {
  // Not simply one date earlier: zones have skipped dates.
  const last = localEnd(start, clock).date;
  const begin = clock.momentOf(firstDate(last, unit));
  const { date, time } = end > start ? localEnd(end, clock) : localStart(end, clock);
  const isWhole = time === day && firstDate(later(date, 1, 'day'), unit) > date;
  if (isWhole) return { start: begin, end: start };
  const reached = clock.momentOf((unit === 'day' ? last : later(date, -1, unit)) + time);
  return { start: begin, end: Math.min(Math.max(reached, begin), start) };
}
