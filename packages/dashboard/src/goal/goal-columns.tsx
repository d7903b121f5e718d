import type { Conversions } from '../api/reports.ts';
import { Money, moneyText } from '../format/money.tsx';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { messages } from '../words/words.ts';

/** A row of a report; with goals when one is chosen. */
export interface Converted {
  goals?: Conversions[] | undefined;
}

/** The columns of a list: its own, or with a goal its first one and those of the goal. */
export function goalColumns(rows: readonly Converted[], own: readonly string[]) {
  const converted = rows[0]?.goals !== undefined;
  const paid = isPaid(rows) ? [messages.numbers.names.revenue] : [];
  return {
    converted,
    columns: converted
      ? [
          ...own.slice(0, 1),
          messages.numbers.names.conversions,
          messages.numbers.names.conversion_rate,
          ...paid,
        ]
      : own,
  };
}

/** The cells below {@link goalColumns}. */
export function goalCells(rows: readonly Converted[], { goals }: Converted, own: readonly string[]) {
  const [goal] = goals ?? [];
  if (goal === undefined) return own;
  return [
    ...own.slice(0, 1),
    formatCount(goal.conversions),
    formatPercent(goal.conversion_rate),
    ...(isPaid(rows) ? [<Money key="revenue" revenue={goal.revenue} />] : []),
  ];
}

const isPaid = (rows: readonly Converted[]) =>
  rows.some(({ goals }) => goals?.some(({ revenue }) => revenue.length > 0));

/** Further columns of a CSV file, none without a goal. */
export const csvGoalColumns = (rows: readonly Converted[]) =>
  rows[0]?.goals === undefined ? [] : ['conversions', 'converting_visitors', 'conversion_rate', 'revenue'];

/** The cells below {@link csvGoalColumns}. */
export const csvGoalCells = ({ goals: [goal] = [] }: Converted) =>
  goal && { ...goal, revenue: moneyText(goal.revenue) };
