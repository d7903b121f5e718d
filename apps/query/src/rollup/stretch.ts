/** Where in a range a rollup can be trusted. */

import type { Range } from '../range.ts';
import type { Rolled, SlotLength, SourceName } from './sources.ts';

/** Where in a range rows come from a rollup, and where before and after that from its finer one. */
export interface Stretch {
  rolled: Rolled;
  range: Range;
  finer?: Pick<Stretch, 'rolled' | 'range'> | undefined;
}

/** Of each of a report's sources; undefined of those that nowhere come from a rollup. */
export type Stretches = Readonly<Partial<Record<SourceName, Stretch | undefined>>>;

/**
 * The hours in which pageviews or sessions of some stored ping may lie. Columns of one length: ten years have 87,600 hours.
 * Times are milliseconds since 1970.
 */
export interface TouchedHours {
  /** Their begins, in order. */
  hours: ArrayLike<number>;
  /** When the last such ping was being stored. */
  storedAt: ArrayLike<number>;
  /** The same, of those pings that may move when a visitor was first seen from any later hour to this one; else 0. */
  lateAt: ArrayLike<number>;
}

/** Up to when a day of a rollup is complete: by the day's begin, both milliseconds since 1970. */
export type Marks = ReadonlyMap<number, number>;

const day = 86_400_000;
const hour = 3_600_000;
const minute = 60_000;

/**
 * The hours of a range that a rollup may be wrong of: touched since their day was rolled up, or of a day that never was. An
 * hour that was never touched holds nothing, in the rollup as in the entity tables.
 * @param touched with those before the range if late pings count
 * @param marks of each table that the rollup consists of
 * @returns their begins, in order
 */
export function untrustedHours(
  { hours, storedAt, lateAt }: TouchedHours,
  marks: readonly Marks[],
  { movedByLatePings }: Pick<Rolled, 'movedByLatePings'>,
  { start }: Range,
): number[] {
  const untrusted: number[] = [];
  let lastLateAt = 0;
  let [markedDay, completeUntil] = [Number.NaN, 0];
  for (let place = 0; place < hours.length; place++) {
    const begin = hours[place] ?? 0;
    lastLateAt = Math.max(lastLateAt, lateAt[place] ?? 0);
    if (begin + hour <= start) continue;
    const dayOf = begin - (begin % day);
    if (dayOf !== markedDay) {
      markedDay = dayOf;
      completeUntil = Math.min(...marks.map((completeUntil) => completeUntil.get(dayOf) ?? 0));
    }
    const stored = storedAt[place] ?? 0;
    const touchedAt = movedByLatePings ? Math.max(stored, lastLateAt) : stored;
    if (touchedAt >= completeUntil) untrusted.push(begin);
  }
  return untrusted;
}

/**
 * The longest stretch of a range between the hours that a rollup cannot be trusted with.
 * @param lengths of the rollup's slots, minutes
 * @param untrusted begins of hours, milliseconds since 1970, in order
 */
export function longestStretch(
  lengths: readonly SlotLength[],
  range: Range,
  untrusted: readonly number[],
): Range | undefined {
  const length = lengths.length === 0 ? 1 : Math.min(...lengths) * minute;
  let longest: Range = { start: 0, end: 0 };
  let trustedFrom = range.start;
  for (let place = 0; place <= untrusted.length; place++) {
    const trustedUntil = untrusted[place] ?? range.end;
    const start = Math.ceil(trustedFrom / length) * length;
    const end = Math.floor(trustedUntil / length) * length;
    if (end - start > longest.end - longest.start) longest = { start, end };
    trustedFrom = trustedUntil + hour;
  }
  return longest.end > longest.start ? longest : undefined;
}
