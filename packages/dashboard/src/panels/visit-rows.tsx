import type { ComponentChildren } from 'preact';
import { toCsv } from '../api/csv.ts';
import { type Dimension, dimensionName } from '../filters/filter.ts';
import { valueName } from '../filters/words.ts';
import { formatCount, formatPercent, formatWholePercent } from '../format/numbers.ts';
import {
  type Converted,
  csvGoalCells,
  csvGoalColumns,
  goalCells,
  goalColumns,
} from '../goal/goal-columns.tsx';
import { isVisitDimension } from '../url/view.ts';
import { messages } from '../words/words.ts';
import { type Changed, type ChangeSorting, isCompared } from './change.tsx';
import { List, Named } from './list.tsx';
import { noneHas } from './optional.ts';
import { useChoice } from './use-panel.ts';
import { ValueMark } from './value-mark.tsx';

export interface VisitNumbers extends Converted, Changed {
  visits: number;
  unique_visitors?: number;
  bounce_rate?: number | null;
  percentage?: number | null;
}

interface NumberKind {
  name: keyof typeof messages.numbers.names;
  text: (row: VisitNumbers) => string;
}

const numberKinds = {
  visits: { name: 'visits', text: ({ visits }) => formatCount(visits) },
  unique_visitors: { name: 'visitors', text: ({ unique_visitors = 0 }) => formatCount(unique_visitors) },
  bounce_rate: { name: 'bounce_rate', text: ({ bounce_rate = null }) => formatWholePercent(bounce_rate) },
  percentage: { name: 'share', text: ({ percentage = null }) => formatPercent(percentage) },
} satisfies Record<string, NumberKind>;

/** How visits are listed. */
export interface VisitList<Row extends VisitNumbers, By extends Dimension> {
  /** The dimension whose value names a row. */
  by: By;
  /** The dimensions by which a row filters, in the order of the CSV file; only `by` by default. */
  dimensions?: readonly By[];
  textOf: (row: Row, dimension: By) => string;
  /** More about the row. */
  secondOf?: (row: Row) => string;
  numbers: readonly (keyof typeof numberKinds)[];
}

interface Properties<Row extends VisitNumbers, By extends Dimension> extends VisitList<Row, By> {
  rows: readonly Row[];
  /** The name of a row, if it is not that of the dimension. */
  what?: string;
  total?: number | undefined;
  /** Whether all rows are shown here, not in a sheet: the address does not include the list. */
  inPlace?: boolean;
  sorting?: ChangeSorting;
  /** An additional button at the end of a row. */
  more?: (value: string) => ComponentChildren;
}

/** Visits by the values of a dimension. */
export function VisitRows<Row extends VisitNumbers, By extends Dimension>(properties: Properties<Row, By>) {
  const { by, dimensions = [by], textOf, secondOf, numbers, rows, inPlace, more } = properties;
  const choice = useChoice();
  const kinds = numbers.map((number): NumberKind => numberKinds[number]);
  const empty = noneHas(by);
  return (
    <List
      key={by}
      what={properties.what ?? dimensionName(by)}
      total={properties.total}
      sorting={properties.sorting}
      {...(isVisitDimension(by) && !inPlace && { detail: by })}
      {...goalColumns(
        rows,
        kinds.map(({ name }) => messages.numbers.names[name]),
      )}
      rows={rows.map((row) => {
        const values = dimensions.map((dimension) => [dimension, textOf(row, dimension)] as const);
        const name = valueName(by, textOf(row, by));
        const second = secondOf?.(row) ?? '';
        return {
          key: values.map(([, value]) => value).join('\n'),
          name: second ? `${name}, ${second}` : name,
          label: (
            <>
              {values.map(([dimension, value]) => (
                <ValueMark key={dimension} dimension={dimension} value={value} />
              ))}
              <Named text={name} second={second} />
            </>
          ),
          size: row.visits,
          changed: row,
          cells: goalCells(
            rows,
            row,
            kinds.map(({ text }) => text(row)),
          ),
          ...choice(...values),
          ...(more && { more: more(textOf(row, by)) }),
        };
      })}
      {...(empty !== undefined && { empty })}
    />
  );
}

const csvChanges = ['previous', 'change', 'growth_rate'] as const;

/** The same rows as CSV. */
export function visitCsv<Row extends VisitNumbers, By extends Dimension>(
  rows: readonly Row[],
  { by, dimensions = [by], textOf, numbers }: VisitList<Row, By>,
): string {
  return toCsv(
    [...dimensions, ...numbers, ...(isCompared(rows) ? csvChanges : []), ...csvGoalColumns(rows)],
    rows.map((row) => {
      const { goals: _, ...figures }: VisitNumbers = row;
      const texts = Object.fromEntries(dimensions.map((dimension) => [dimension, textOf(row, dimension)]));
      return { ...figures, ...texts, ...csvGoalCells(row) };
    }),
  );
}
