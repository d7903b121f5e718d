import type { Conversions } from '../api/reports.ts';
import { formatMoney } from '../format/money.tsx';
import type { Converted } from '../goal/goal-columns.tsx';
import { messages } from '../words/words.ts';
import { count, type Line, percent } from './metrics.ts';

/** A number of a goal, of the whole period and of each bucket. */
export interface GoalLine extends Line {
  of: (row: Converted) => number | null;
  goalKey: string;
}

/** @param of finds the goal among those requested */
const goalLine = (
  kind: Omit<GoalLine, 'of'>,
  at: number,
  of: (goal: Conversions) => number | null,
): GoalLine => ({
  ...kind,
  of({ goals }) {
    const goal = goals?.at(at);
    return goal === undefined ? null : of(goal);
  },
});

/** @param at the index of the goal among those requested */
export function conversionLines(at: number): GoalLine[] {
  const { conversions: words, conversion_rate: rate } = messages.numbers.names;
  return [
    goalLine({ ...count(words), goalKey: 'conversions' }, at, ({ conversions }) => conversions),
    goalLine({ ...percent(rate), goalKey: 'conversion_rate' }, at, (goal) => goal.conversion_rate),
  ];
}

/** A line for each currency of the period: sums of several would mean nothing. */
export function revenueLines(key: 'revenue' | 'goal_revenue', at: number, { goals }: Converted): GoalLine[] {
  const name = messages.numbers.names[key];
  const currencies = goals?.at(at)?.revenue.map(({ currency }) => currency) ?? [];
  return currencies.map((currency) =>
    goalLine(
      {
        words: currencies.length > 1 ? messages.numbers.inCurrency(name, currency) : name,
        goalKey: currencies.length > 1 ? `${key}.${currency}` : key,
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
