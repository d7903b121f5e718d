import type { ComponentChildren } from 'preact';
import { type Dimension, dimensionName, isChosen, toggled } from '../filters/filter.ts';
import { valueName } from '../filters/words.ts';
import { formatCount } from '../format/numbers.ts';
import { Icon } from '../icons.tsx';
import { ChangeHead, type ChangeOrder, type ChangeSorting } from '../panels/change.tsx';
import { Named } from '../panels/list.tsx';
import { OpenPage } from '../panels/open-page.tsx';
import { ValueMark } from '../panels/value-mark.tsx';
import { useView } from '../url/use-view.ts';
import type { DetailName } from '../url/view.ts';
import { messages } from '../words/words.ts';
import { SortHead } from './sort-head.tsx';

type Value = number | string | null;

export interface Column<Row> {
  name: keyof typeof messages.numbers.names;
  of: (row: Row) => Value;
  format: (value: Value) => string;
  /** Draws the cell instead of the text, and makes the column unsortable: revenue may be in several currencies. */
  draw?: (row: Row) => ComponentChildren;
  isOfChange?: true;
  /** The value of `sort` for this column. */
  sorting?: ChangeSorting;
}

export type RowValue = readonly [Dimension, string];

export interface Sorting {
  /** The column's position. */
  by: number;
  isUp: boolean;
}

/** The rows by the chosen column; as they are without one. */
export function sorted<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | undefined,
): readonly Row[] {
  const column = sorting && columns[sorting.by];
  if (column === undefined) return rows;
  const number = (row: Row) => Number(column.of(row) ?? Number.NEGATIVE_INFINITY);
  return rows.toSorted((one, other) => (sorting?.isUp ? 1 : -1) * (number(one) - number(other)));
}

interface Properties<Row> {
  detail: DetailName;
  columns: readonly Column<Row>[];
  /** The filters of a row; the first one names it. */
  valuesOf: (row: Row) => readonly RowValue[];
  secondOf: ((row: Row) => string) | undefined;
  rows: readonly Row[];
  sorting: Sorting | undefined;
  /** undefined: the list has more pages, which the API sorts in only one order. */
  onSort: ((sorting: Sorting | undefined) => void) | undefined;
}

/** Rows with all their numbers. */
export function Table<Row>({ detail, columns, valuesOf, secondOf, rows, sorting, onSort }: Properties<Row>) {
  const { view, change } = useView();
  const ofApi = columns.find(({ sorting }) => sorting)?.sorting;
  const onChange = (order: ChangeOrder) => {
    onSort?.(undefined);
    ofApi?.onOrder(order);
  };
  const sizeOf = (row: Row) => Number(columns[0]?.of(row) ?? 0);
  const most = Math.max(1, ...rows.map(sizeOf));
  return (
    <table class={`grid details ${columns.some(({ name }) => name === 'conversions') ? 'of-goal' : ''}`}>
      <thead>
        <tr>
          <th scope="col">{dimensionName(detail)}</th>
          {columns.map(({ name, draw, isOfChange, sorting: changes }, by) => {
            if (changes) return <ChangeHead key={name} sorting={{ ...changes, onOrder: onChange }} />;
            const isSorted = sorting ? sorting.by === by : by === 0 && ofApi?.order === undefined;
            const isUp = sorting?.isUp ?? false;
            const sorted = isSorted ? (isUp ? 'ascending' : 'descending') : undefined;
            const kind = isOfChange ? 'number change' : 'number';
            const sort = () => {
              ofApi?.onOrder(undefined);
              onSort?.({ by, isUp: isSorted && !isUp });
            };
            return onSort && !draw ? (
              <SortHead
                key={name}
                words={messages.numbers.names[name]}
                kind={kind}
                sorted={sorted}
                onSort={sort}
              />
            ) : (
              <th scope="col" class={kind} key={name} aria-sort={sorted}>
                {messages.numbers.names[name]}
              </th>
            );
          })}
          {isPage(detail) && (
            <th scope="col">
              <span class="hidden">{messages.general.details}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const values = valuesOf(row);
          const [, value] = values[0] ?? [detail, ''];
          const second = secondOf?.(row) ?? '';
          const label = valueName(detail, value);
          return (
            <tr key={values.map(([, one]) => one).join('\n')}>
              <th scope="row">
                <span class="bar" style={{ inlineSize: `${(100 * sizeOf(row)) / most}%` }} />
                <button
                  type="button"
                  class="row"
                  title={second ? `${label} · ${second}` : label}
                  aria-pressed={values.every(([dimension, one]) => isChosen(view.filters, dimension, one))}
                  onClick={() => change({ filters: toggled(view.filters, values), detail: undefined })}
                >
                  {values.map(([dimension, one]) => (
                    <ValueMark key={dimension} dimension={dimension} value={one} />
                  ))}
                  <Named text={label} second={second} />
                </button>
              </th>
              {columns.map(({ name, of, format, draw, isOfChange }) => (
                <td class={isOfChange ? 'number change' : 'number'} key={name}>
                  {draw ? draw(row) : format(of(row))}
                </td>
              ))}
              {isPage(detail) && (
                <td class="more">
                  <OpenPage path={value} />
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const isPage = (detail: DetailName) => detail === 'page' || detail === 'entry_page' || detail === 'exit_page';

/** The API's limit. */
const lastOffset = 100_000;

interface PagerProperties {
  total: number;
  /** Whether the API returns their number: for countries it does not. */
  isKnown: boolean;
  /** On this page. */
  rows: number;
  offset: number;
  size: number;
  onChange: (offset: number) => void;
}

/** Which part of a list is shown, with links to its other pages. */
export function Pager({ total, isKnown, rows, offset, size, onChange }: PagerProperties) {
  const next = offset + size;
  const range = messages.general.range(
    formatCount(offset + 1),
    formatCount(offset + rows),
    formatCount(total),
  );
  return (
    <p class="rest">
      <span class="faint" role="status">
        {rows > 0 && (isKnown || rows < size ? range : messages.general.mostFrequent(formatCount(rows)))}
      </span>
      {(total > size || offset > 0) && (
        <span>
          <button
            type="button"
            class="quiet"
            disabled={offset === 0}
            onClick={() => onChange(Math.max(0, offset - size))}
          >
            <Icon name="back" /> {messages.general.before}
          </button>
          <button
            type="button"
            class="quiet"
            disabled={next >= total || next > lastOffset}
            onClick={() => onChange(next)}
          >
            {messages.general.next} <Icon name="open" />
          </button>
        </span>
      )}
    </p>
  );
}
