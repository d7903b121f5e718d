import { type ComponentChildren, Fragment } from 'preact';
import { useState } from 'preact/hooks';
import { ColumnWords } from '../definitions/about.tsx';
import { Empty } from '../definitions/empty.tsx';
import { formatCount } from '../format/numbers.ts';
import { Icon } from '../icons.tsx';
import { useView } from '../url/use-view.ts';
import type { DetailName, View } from '../url/view.ts';
import { messages } from '../words/words.ts';
import { type Changed, ChangeHead, type ChangeSorting, Difference, inWords, isCompared } from './change.tsx';

export interface Row {
  key: string;
  name: string;
  /** Where there is more than its name. */
  label?: ComponentChildren;
  /** Numbers in the order of the columns; the first one also draws the bar. */
  cells: readonly ComponentChildren[];
  /** The first number itself. */
  size: number;
  /** The same number in the compared period. */
  changed?: Changed;
  /** Whether it filters the view; left out in lists whose rows do something else. */
  chosen?: boolean;
  /** Left out in rows without a link. */
  onChoose?: () => void;
  /** An additional button at the end. */
  more?: ComponentChildren;
}

interface Properties {
  what: string;
  columns: readonly string[];
  /** Whether the numbers after the first one are those of a goal. */
  converted?: boolean;
  rows: readonly Row[];
  /** The total, if there may be more than `rows`; undefined while it is unknown. */
  total?: number | undefined;
  /** Opens the same list in full. */
  detail?: DetailName;
  /** The order by change, where available. */
  sorting?: ChangeSorting | undefined;
  /** The text when there are none. */
  empty?: string;
}

export const shownRows = 9;
/** The most rows that the API returns at once. */
const mostRows = 100;

/** Whether a list leaves room in its card for another one. */
export const isShort = ({ length }: readonly unknown[]) => length > 0 && length <= 5;
/** The number of rows that fit below a short list and its title. */
export const roomBelow = ({ length }: readonly unknown[]) => shownRows - 1 - length;

/** A list whose rows filter. It shows the first few until it is expanded. */
export function List({
  what,
  columns,
  converted = false,
  rows,
  total: known,
  detail,
  sorting,
  empty,
}: Properties) {
  const { view, change } = useView();
  const [whole, setWhole] = useState(false);
  if (rows.length === 0) return <Empty>{empty ?? nothingIn(view)}</Empty>;
  const most = Math.max(1, ...rows.map(({ size }) => size));
  const hidden = rows.length - shownRows;
  const total = known ?? rows.length;
  // The most that the API returns at once: for some lists it does not return their number.
  const compared = isCompared(rows.map(({ changed = {} }) => changed));
  const isCut = known === undefined && rows.length >= mostRows;
  return (
    <>
      <table class={['list', converted && 'converted', compared && 'compared'].filter(Boolean).join(' ')}>
        <thead>
          <tr>
            <th scope="col">
              <ColumnWords words={what} />
            </th>
            {columns.map((column, index) => (
              <Fragment key={column}>
                <th scope="col" class="number">
                  <ColumnWords words={column} />
                </th>
                {index === 0 && compared && <ChangeHead sorting={sorting} />}
              </Fragment>
            ))}
            {rows.some(({ more }) => more) && (
              <th scope="col">
                <span class="hidden">{messages.general.details}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, whole && detail === undefined ? undefined : shownRows).map((row) => (
            <tr key={row.key} class={row.chosen ? 'chosen' : ''}>
              <th scope="row">
                <span class="bar" style={{ inlineSize: `${(100 * row.size) / most}%` }} />
                {row.onChoose ? (
                  <button
                    type="button"
                    class="row"
                    onClick={row.onChoose}
                    aria-pressed={row.chosen}
                    title={compared ? `${row.name} · ${inWords(row.size, row.changed ?? {})}` : row.name}
                  >
                    {labelOf(row)}
                  </button>
                ) : (
                  <span class="row" title={row.name}>
                    {labelOf(row)}
                  </span>
                )}
              </th>
              {row.cells.map((cell, index) => (
                <Fragment key={index}>
                  <td class="number">{cell}</td>
                  {index === 0 && compared && (
                    <td class="number change">
                      <Difference current={row.size} of={row.changed ?? {}} />
                    </td>
                  )}
                </Fragment>
              ))}
              {row.more && <td class="more">{row.more}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      {detail !== undefined ? (
        <p class="rest">
          <button type="button" class="quiet" onClick={() => change({ detail })}>
            <Icon name="list" />{' '}
            {total > shownRows && !isCut
              ? messages.general.all(formatCount(total))
              : messages.general.details}
          </button>
        </p>
      ) : (
        hidden > 0 && (
          <p class="rest">
            <button type="button" class="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>
              {whole ? messages.general.showFewer : messages.general.showMore(formatCount(hidden))}
            </button>
            {total > rows.length && (
              <span class="faint">
                {messages.general.firstOf(formatCount(rows.length), formatCount(total))}
              </span>
            )}
          </p>
        )
      )}
    </>
  );
}

export const nothingIn = ({ filters }: View) =>
  filters.length > 0 ? messages.general.nothingFiltered : messages.general.nothing;

/** External text, isolated with its own writing direction. The parts of a path stay in order, whatever their script. */
export function Foreign({ text }: { text: string }) {
  const isRightToLeft = rightToLeft.test(text);
  if (!text.startsWith('/')) return <bdi class={isRightToLeft ? 'rtl' : undefined}>{text}</bdi>;
  return <bdi dir="ltr">{isRightToLeft ? text.split(/(?=\/)|(?<=\/)/).map(PathPart) : text}</bdi>;
}

const labelOf = ({ name, label = <Foreign text={name} /> }: Row) => label;

/** A text, and more about it. */
export const Named = ({ text, second }: { text: string; second?: string | null | undefined }) => (
  <>
    <Foreign text={text} />
    {second && (
      <>
        {' '}
        <span class="second">
          <Foreign text={second} />
        </span>
      </>
    )}
  </>
);

/** Letters of right-to-left scripts such as Hebrew and Arabic. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

const PathPart = (part: string, index: number) =>
  part === '/' ? (
    part
  ) : (
    <span key={index} class="part">
      {part}
    </span>
  );
