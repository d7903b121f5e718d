import type { Conversions } from '../api/reports.ts';
import { formatMoney } from '../format/money.tsx';
import { formatPercent } from '../format/numbers.ts';
import type { Converted } from '../goal/goal-columns.tsx';
import { messages } from '../words/words.ts';
import { count, type Line } from './metrics.ts';

/** A number of a goal, of the whole period and of each bucket. */
export interface GoalLine extends Line {
  of: (row: Converted) => number | null;
  ofGoals: true;
}

/** @param of finds the goal among those requested */
const goalLine = (
  kind: Omit<Line, 'of' | 'ofGoals'>,
  at: number,
  of: (goal: Conversions) => number | null,
): GoalLine => ({
  ...kind,
  ofGoals: true,
  of({ goals }) {
    const goal = goals?.at(at);
    return goal === undefined ? null : of(goal);
  },
});

const rate = () =>
  ({ words: messages.numbers.names.conversion_rate, format: formatPercent, short: formatPercent }) as const;

/** @param at the index of the goal among those requested */
export const conversionLines = (at: number): GoalLine[] => [
  goalLine(count(messages.numbers.names.conversions), at, ({ conversions }) => conversions),
  goalLine({ ...rate(), ofPercentage: true }, at, ({ conversion_rate }) => conversion_rate),
];

/** A line for each currency of the period: sums of several would mean nothing. */
export function revenueLines(name: string, at: number, { goals }: Converted): GoalLine[] {
  const currencies = goals?.at(at)?.revenue.map(({ currency }) => currency) ?? [];
  return currencies.map((currency) =>
    goalLine(
      {
        words: currencies.length > 1 ? messages.numbers.inCurrency(name, currency) : name,
        about: name,
        format: (value) => formatMoney(currency, value ?? 0),
        short: (value) => formatMoney(currency, value ?? 0, Math.abs(value ?? 0) >= 10_000),
        atAxis: (value) => formatMoney(currency, value, true),
      },
      at,
      ({ revenue }) => Number(revenue.find((one) => one.currency === currency)?.amount ?? 0),
    ),
  );
}
