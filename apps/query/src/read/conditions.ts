import { date, join, type Sql, second, sql, time } from '@tallyhouse/sql';
import type { Span } from './spans.ts';

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
