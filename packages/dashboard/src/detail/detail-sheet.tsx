import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { breakdown, geo } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { Empty } from '../definitions/empty.tsx';
import { Dialog } from '../dialog.tsx';
import { dimensionName, dimensionNames } from '../filters/filter.ts';
import { useSettled } from '../filters/use-settled.ts';
import { valueName } from '../filters/words.ts';
import { goalText } from '../goal/goal.ts';
import type { Converted } from '../goal/goal-columns.tsx';
import { Icon } from '../icons.tsx';
import { type Changed, type ChangeSorting, isCompared, useChangeSorting } from '../panels/change.tsx';
import { isOptional, withValue } from '../panels/optional.ts';
import { Body, CsvButton } from '../panels/panel.tsx';
import { Scrolled } from '../panels/scrolled.tsx';
import { comparedQuestion } from '../panels/use-panel.ts';
import { Narrowed } from '../url/narrowed.tsx';
import { useView } from '../url/use-view.ts';
import type { DetailName } from '../url/view.ts';
import { messages } from '../words/words.ts';
import {
  changeColumns,
  goalColumns,
  type ListKind,
  ofEvents,
  ofPages,
  ofPlaces,
  ofSources,
  ofVisits,
} from './kinds.tsx';
import { type Column, Pager, type Sorting, sorted, Table } from './sheet-table.tsx';

/** The list in the address, in full: the rows of its panel with every number of the API, with search and paging. */
export function DetailSheet() {
  const { detail } = useView().view;
  if (detail === undefined) return null;
  if (detail === 'page') return <Sheet key={detail} {...{ detail, ...ofPages }} />;
  if (detail === 'event') return <Sheet key={detail} {...{ detail, ...ofEvents }} />;
  if (detail === 'source') return <Sheet key={detail} {...{ detail, ...ofSources }} />;
  if (detail === 'region' || detail === 'city')
    return <Sheet key={detail} {...{ detail, ...ofPlaces(detail) }} />;
  const sheet = <Sheet key={detail} {...{ detail, ...ofVisits(detail) }} />;
  return isOptional(detail) ? <Narrowed by={withValue(detail)}>{sheet}</Narrowed> : sheet;
}

/** The API's limit. */
const rowsOfPage = 100;

function Sheet<Data, Row extends Changed>({
  detail,
  report,
  byName,
  rowsOf,
  valuesOf,
  secondOf,
  columns,
}: ListKind<Data, Row> & { detail: DetailName }) {
  const { view, now, change } = useView();
  const [text, setText] = useState('');
  const [offset, setOffset] = useState(0);
  const [sorting, setSorting] = useState<Sorting>();
  const part = useSettled(text.trim(), 200);
  const searched = part === '' ? undefined : byName;
  const has = (words: string) => words.toLowerCase().includes(part.toLowerCase());
  const isFound = (row: Row) =>
    valuesOf(row).some(([dimension, value]) => has(value) || has(valueName(dimension, value)));
  const narrowed = {
    ...view,
    filters: [
      ...view.filters,
      ...(part === '' || searched ? [] : [{ dimension: detail, operator: '~' as const, values: [part] }]),
    ],
  };
  const goal = detail === 'event' ? undefined : view.goal;
  const extra = {
    // The API has only one page of countries.
    ...(!searched && {
      limit: String(rowsOfPage),
      ...(!Object.is(report, geo) && { offset: String(offset) }),
    }),
    ...(Object.is(report, breakdown) && { dimension: detail }),
    ...(goal && { goal: goalText(goal) }),
  };
  const { order, onOrder } = useChangeSorting();
  const byChange: ChangeSorting = {
    order,
    onOrder(next) {
      onOrder(next);
      setOffset(0);
    },
  };
  const question = comparedQuestion(narrowed, now, extra, order);
  const loaded = useReport(searched ?? report, question.query, now, question.subject);
  const { answer } = loaded;
  const read = answer ? rowsOf(answer.data) : [];
  const [first, ...others] = columns;
  const changes = first && isCompared(read) ? changeColumns(first, byChange) : [];
  const all: readonly Column<Row & Converted & Changed>[] = [
    ...(first ? [first] : []),
    ...changes,
    ...(goal ? goalColumns : others),
  ];
  const list = searched ? read.filter(isFound) : read;
  const size = searched ? Number.POSITIVE_INFINITY : rowsOfPage;
  // A first page that is not full has all rows, also where they were found by a name.
  const total = offset + list.length < size ? list.length : (answer?.meta.total ?? list.length);
  // The API orders rows by one column; a list of one page can be ordered by any.
  const isWhole = total <= size;
  const rows = isWhole ? sorted(list, all, sorting) : list;
  const csv = () =>
    toCsv(
      [
        ...(rows[0] === undefined ? [detail] : valuesOf(rows[0]).map(([dimension]) => dimension)),
        ...all.map((column) => column.name),
      ],
      rows.map((row) =>
        Object.fromEntries([...valuesOf(row), ...all.map(({ name, of }) => [name, of(row)] as const)]),
      ),
    );
  const name = dimensionNames(detail);
  return (
    <Dialog
      title={name}
      sheet
      tools={
        <CsvButton name={messages.general.inFull(messages.general.inText(name))} loaded={loaded} text={csv} />
      }
      onClose={() => change({ detail: undefined })}
    >
      <label class="search">
        <Icon name="search" />
        <input
          type="search"
          aria-label={messages.general.search(name)}
          placeholder={messages.general.contains(dimensionName(detail))}
          maxLength={200}
          value={text}
          onInput={({ currentTarget }) => {
            setText(currentTarget.value);
            setOffset(0);
          }}
        />
      </label>
      <Scrolled label={messages.general.inFull(name)}>
        <Body loaded={loaded} rows={12}>
          {() =>
            rows.length === 0 ? (
              <Empty>{messages.general.nothing}</Empty>
            ) : (
              <Table
                {...{ detail, valuesOf, secondOf, rows, sorting }}
                columns={all}
                onSort={isWhole ? setSorting : undefined}
              />
            )
          }
        </Body>
      </Scrolled>
      <Pager
        {...{ total, offset, size }}
        isKnown={answer?.meta.total !== undefined}
        rows={rows.length}
        onChange={setOffset}
      />
    </Dialog>
  );
}
