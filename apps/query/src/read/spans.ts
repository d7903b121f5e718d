import { date, join, type Sql, second, sql, time } from '@tallyhouse/sql';
import type { Range } from '../parameters/range.ts';

/** From `from` up to, not including, `until`: milliseconds since 1970. */
export interface Span {
  from: number;
  until: number;
}

const isSome = ({ from, until }: Span) => from < until;

export const spanOf = ({ start, end }: Range): Span => ({ from: start, until: end });

/** The span from the first start to the last end. */
export const hullOf = (spans: readonly Span[]): Span => ({
  from: Math.min(...spans.map(({ from }) => from)),
  until: Math.max(...spans.map(({ until }) => until)),
});

/** The parts of spans within another span. */
export const within = (spans: readonly Span[], { from, until }: Span): Span[] =>
  spans
    .map((span) => ({ from: Math.max(span.from, from), until: Math.min(span.until, until) }))
    .filter(isSome);

/** The whole units in spans; units count from 1970. */
export const wholeUnits = (spans: readonly Span[], unit: number): Span[] =>
  spans
    .map(({ from, until }) => ({
      from: Math.ceil(from / unit) * unit,
      until: Math.floor(until / unit) * unit,
    }))
    .filter(isSome);

/** Spans minus others. */
export const without = (spans: readonly Span[], others: readonly Span[]): Span[] =>
  others.reduce<Span[]>(
    (left, { from, until }) =>
      left
        .flatMap((span) => [
          { from: span.from, until: Math.min(span.until, from) },
          { from: Math.max(span.from, until), until: span.until },
        ])
        .filter(isSome),
    [...spans],
  );

/** The condition on `day` for rows in the spans. */
export const onDays = (spans: readonly Span[]) =>
  anyOf(spans, ({ from, until }) => sql`day >= ${date(from)} and day <= ${date(until - 1)}`);

/** The condition on a time for rows in the spans. */
export const atTimes = (column: Sql, spans: readonly Span[]) =>
  anyOf(spans, ({ from, until }) => sql`${column} >= ${time(from)} and ${column} < ${time(until)}`);

/** The same on a column of hours, or of whole seconds: none lies between a time and the next second. */
export const atHours = (column: Sql, spans: readonly Span[]) =>
  anyOf(spans, ({ from, until }) => sql`${column} >= ${second(from)} and ${column} < ${second(until)}`);

function anyOf(spans: readonly Span[], condition: (span: Span) => Sql): Sql {
  const alternatives = join(spans.map(condition), ' or ');
  return spans.length === 1 ? alternatives : sql`(${alternatives})`;
}
