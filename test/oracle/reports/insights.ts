import { percentage, rounded } from '../rounded.ts';
import { type Fraction, metrics } from './overview.ts';
import { isoOf, type ReportBody, type ResolvedRequest } from './report.ts';

/** A metric without a value. */
export const nothing: Fraction = [0, 0];

/** Each metric of a period, compared with another period. */
export function insights(request: ResolvedRequest): ReportBody {
  const { range, compared: before } = request;
  const current = metrics(request, range);
  const previous = before && metrics(request, before);
  const names = Object.keys(current) as (keyof typeof current)[];
  return {
    meta: {
      compare: before && isoOf(before),
    },
    data: Object.fromEntries(
      names.map((name) => [name, compared(current[name], previous?.[name] ?? nothing)]),
    ),
  };
}

export function compared(current: Fraction, previous: Fraction) {
  const [[a, b], [c, d]] = [current, previous];
  return {
    current: rounded(a, b),
    previous: rounded(c, d),
    change: rounded(a * d - c * b, b * d),
    // A rate over nothing has no value and no growth.
    growth_rate: b === 0 || d === 0 ? null : percentage(a * d - c * b, b * c),
  };
}
