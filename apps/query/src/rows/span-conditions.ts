import type { Bindings } from './bindings.ts';
import type { Span } from './spans.ts';

/** The condition on `day` for rows in the spans. */
export const onDays = ({ date }: Bindings, spans: readonly Span[]) =>
  anyOf(spans, ({ from, until }) => `day >= ${date(from)} and day <= ${date(until - 1)}`);

/** The condition on a time for rows in the spans. @param time the SQL of the time */
export const atTimes = ({ time: bind }: Bindings, time: string, spans: readonly Span[]) =>
  anyOf(spans, ({ from, until }) => `${time} >= ${bind(from)} and ${time} < ${bind(until)}`);

/** The same on a column of hours, or of whole seconds: none lies between a time and the next second. */
export const atHours = ({ second: bind }: Bindings, hour: string, spans: readonly Span[]) =>
  anyOf(spans, ({ from, until }) => `${hour} >= ${bind(from)} and ${hour} < ${bind(until)}`);

function anyOf(spans: readonly Span[], condition: (span: Span) => string): string {
  const alternatives = spans.map(condition);
  return alternatives.length === 1 ? alternatives.join('') : `(${alternatives.join(' or ')})`;
}
