import { HttpError } from '@tallyhouse/service';
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
import { type Compare, compare as parameter } from './compare.ts';
import { type Range, rangeBetween, type TimeValues } from './range.ts';

const day = 86_400_000;

/**
 * The range that a range is compared with.
 * @param values the parameters that the range comes from; the previous range depends on them
 * @returns undefined when there is none: nothing precedes period=all
 * @throws HttpError 400 when `compare` names a range that ends before it starts
 */
export function comparedRange(compare: Compare, values: TimeValues, range: Range): Range | undefined {
  const zone = values.timezone.canonical;
  if (compare === 'year') return yearBefore(range, clockOf(zone));
  if (compare === 'previous') return previous(values, range, clockOf(zone));
  const named = rangeBetween(compare.start, compare.end, zone);
  if (named.start < named.end) return named;
  throw new HttpError('invalid_parameter', `compare must be ${parameter.accepts}.`, { parameter: 'compare' });
}

/** The same local dates and times. */
function yearBefore({ start, end }: Range, clock: Clock): Range {
  const moment = ({ date, time }: LocalMoment) => clock.momentOf(later(date, -1, 'year') + time);
  return { start: moment(localStart(start, clock)), end: moment(localEnd(end, clock)) };
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
    case 'today':
      return unitBefore('day', range, clock);
    default:
      return unitBefore(period, range, clock);
  }
}

/**
 * The day, month or year before the one in which a range starts: up to the same local time of the same date, or all of it
 * when the range is whole.
 */
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
