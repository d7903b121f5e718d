import fc from 'fast-check';
import type { Range } from '../chosen.ts';
import type { Anchor } from '../traffic/anchors.ts';
import { day } from '../traffic/moment.ts';
import { dateOf, instantOf, wallTime } from '../wall-clock.ts';
import { type RequestedRange, requestedMoments } from './requested-range.ts';

/** The range that a range is compared with, and the parameter for it. */
export interface RequestedComparison {
  /** Undefined means the range before. */
  compare: string | undefined;
  compared: Range | null;
}

type ComparisonOf = (range: RequestedRange, anchor: Anchor, timezone: string) => RequestedComparison;

const previous = fc.constantFrom(undefined, 'previous').map(
  (compare): ComparisonOf =>
    ({ before }) => ({ compare, compared: before }),
);

const yearBefore = fc.constant<ComparisonOf>(({ range: { start, end } }, _, timezone) => ({
  compare: 'year',
  compared: { start: yearEarlier(start, 0, timezone), end: yearEarlier(end, 1, timezone) },
}));

const named = requestedMoments.map(
  (momentsOf): ComparisonOf =>
    (_, anchor, timezone) => {
      const { parameters, range } = momentsOf(anchor, timezone);
      return { compare: `${parameters.start}/${parameters.end}`, compared: range };
    },
);

export const requestedComparison = fc.oneof({ weight: 3, arbitrary: previous }, yearBefore, named);

/** @param before milliseconds: the date of the end of a range is that of the moment before */
function yearEarlier(at: number, before: 0 | 1, zone: string): number {
  const wall = wallTime(at - before, zone);
  const date = dateOf(wall);
  const earlier = `${Number(date.slice(0, 4)) - 1}${date.slice(4)}`.replace('-02-29', '-02-28');
  return instantOf(Date.parse(earlier) + (((wall % day) + day) % day) + before, zone);
}
