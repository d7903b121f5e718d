/** Stretches of time between query parameters: which of them a report takes from where. */

import { sqlTime } from '@tallyhouse/clickhouse';
import type { Range } from '../range.ts';

/** A moment, and the parameter that it is, `DateTime64(3, 'UTC')`. */
interface Moment {
  parameter: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** A stretch of time, from its begin to before its end. */
export interface Span {
  from: Moment;
  until: Moment;
}

/** A range whose ends are parameters of these names. */
export const spanOf = ({ start, end }: Range, from: string, until: string): Span => ({
  from: { parameter: from, at: start },
  until: { parameter: until, at: end },
});

/** The values of a span's parameters. */
export const timesOf = ({ from, until }: Span) => ({
  [from.parameter]: sqlTime(from.at),
  [until.parameter]: sqlTime(until.at),
});

/** Whether there is any time in it. */
export const isSome = ({ from, until }: Span) => from.at < until.at;

/** What two spans share; it ends before it begins if that is nothing. */
export const overlap = (one: Span, other: Span): Span => ({
  from: other.from.at > one.from.at ? other.from : one.from,
  until: other.until.at < one.until.at ? other.until : one.until,
});

/** What a span leaves of others. */
export function without(spans: readonly Span[], { from, until }: Span): Span[] {
  return spans.flatMap((span) =>
    [
      { from: span.from, until: from.at < span.until.at ? from : span.until },
      { from: until.at > span.from.at ? until : span.from, until: span.until },
    ].filter(isSome),
  );
}
