import { useState } from 'preact/hooks';
import { formatChange, formatCount, formatGrowth } from '../format/numbers.ts';
import { messages } from '../words/words.ts';

/** The comparison columns of a row. */
export interface Changed {
  previous?: number | null | undefined;
  change?: number | null | undefined;
  growth_rate?: number | null | undefined;
}

export const isCompared = (rows: readonly Changed[]) =>
  rows.some(({ change }) => change !== undefined && change !== null);

/** Both numbers of a row: `4, before 3 (+33%)`. */
export function inWords(current: number, { previous, growth_rate }: Changed): string {
  const growth = typeof growth_rate === 'number' ? ` (${formatGrowth(growth_rate)})` : '';
  return messages.numbers.nowAndBefore(formatCount(current), `${formatCount(previous ?? 0)}${growth}`);
}

/** The difference to the compared period, with both numbers in its tooltip. */
export function Difference({ current, of }: { current: number; of: Changed }) {
  const change = of.change ?? 0;
  const better = change === 0 ? 'faint' : change > 0 ? 'better' : 'worse';
  return (
    <span class={`growth ${better}`} title={inWords(current, of)}>
      {formatChange(change)}
    </span>
  );
}

export type ChangeOrder = 'rising' | 'falling' | undefined;

/** An order by change, and a function to choose the next one. */
export interface ChangeSorting {
  order: ChangeOrder;
  onOrder: (order: ChangeOrder) => void;
}

export function useChangeSorting(): ChangeSorting {
  const [order, onOrder] = useState<ChangeOrder>();
  return { order, onOrder };
}

const next = { rising: 'falling', falling: undefined } as const;

/** The head of the column of changes: a button where the list can be sorted by them. */
export function ChangeHead({ sorting }: { sorting: ChangeSorting | undefined }) {
  if (sorting === undefined)
    return (
      <th scope="col" class="number change">
        {messages.numbers.names.change}
      </th>
    );
  const { order, onOrder } = sorting;
  const following = order === undefined ? 'rising' : next[order];
  const sorted = order && (order === 'rising' ? 'descending' : 'ascending');
  return (
    <th scope="col" class="number change" aria-sort={sorted}>
      <button
        type="button"
        class="quiet sort"
        title={following ? messages.numbers[`${following}First`] : messages.numbers.usualOrder}
        onClick={() => onOrder(following)}
      >
        {order && <span aria-hidden="true">{order === 'rising' ? '▼' : '▲'} </span>}
        {order ? messages.numbers[order] : messages.numbers.names.change}
      </button>
    </th>
  );
}
