import { useState } from 'preact/hooks';
import {
  allOfBreakdown,
  breakdown,
  events,
  type Geo,
  geo,
  pages,
  type Report,
  type Revenue,
  sources,
  type VisitDimension,
  type VisitsRow,
} from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { dimensionNames } from '../filters/filter.ts';
import { useSettled } from '../filters/use-settled.ts';
import { isNamed, valueName } from '../filters/words.ts';
import { Money, moneyText } from '../format/money.tsx';
import { countryName, named } from '../format/names.ts';
import { formatCount, formatMilliseconds, formatPercent } from '../format/numbers.ts';
import { goalText } from '../goal/goal.ts';
import type { Converted } from '../goal/goal-columns.tsx';
import {
  type Changed,
  type ChangeSorting,
  Difference,
  isCompared,
  useChangeSorting,
} from '../panels/change.tsx';
import { isOptional, withValue } from '../panels/optional.ts';
import { type Place, lists as places } from '../panels/places.tsx';
import { comparedQuestion } from '../panels/use-panel.ts';
import { Narrowed } from '../url/narrowed.tsx';
import { useView } from '../url/use-view.ts';
import type { DetailName } from '../url/view.ts';
import { type Column, type RowValue, SheetTable } from './sheet-table.tsx';

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

interface ListKind<Data, Row> {
  report: Report<Data>;
  /** All of its rows, where values are shown by names: the API searches only their codes. */
  byName?: Report<Data>;
  rowsOf: (data: Data) => readonly Row[];
  /** The values of a row, by which it filters. */
  valuesOf: (row: Row) => readonly RowValue[];
  /** More about the row. */
  secondOf?: (row: Row) => string;
  columns: readonly Column<Row>[];
}

type RowOf<Of> = Of extends Report<(infer Row)[]> ? Row : never;
const whole = <Rows,>(rows: Rows) => rows;

type NumberName = Column<never>['name'];

const count = <Row,>(name: NumberName, of: (row: Row) => number): Column<Row> => ({
  name,
  of,
  format: (value) => formatCount(Number(value)),
});
const percent = <Row,>(name: NumberName, of: (row: Row) => number | null): Column<Row> => ({
  name,
  of,
  format: (value) => formatPercent(typeof value === 'number' ? value : null),
});
const money = <Row,>(name: NumberName, of: (row: Row) => Revenue): Column<Row> => ({
  name,
  of: (row) => moneyText(of(row)),
  format: String,
  draw: (row) => <Money revenue={of(row)} />,
});

const ofPages: ListKind<RowOf<typeof pages>[], RowOf<typeof pages>> = {
  report: pages,
  rowsOf: whole,
  valuesOf: ({ page_path }) => [['page', page_path]],
  secondOf: ({ page_title }) => page_title,
  columns: [
    count('pageviews', ({ views }) => views),
    count('visits', ({ unique_views }) => unique_views),
    {
      name: 'focus_time',
      of: ({ avg_focus_time_ms }) => avg_focus_time_ms,
      format: (value) => formatMilliseconds(typeof value === 'number' ? value : null),
    },
    percent('scroll_depth', ({ avg_scroll_depth }) => avg_scroll_depth),
  ],
};

type Visits = Omit<VisitsRow, 'value'>;
const visitColumns: readonly Column<Visits>[] = [
  count('visits', ({ visits }) => visits),
  count('visitors', ({ unique_visitors }) => unique_visitors),
  percent('bounce_rate', ({ bounce_rate }) => bounce_rate),
];

const ofVisits = (by: VisitDimension): ListKind<RowOf<typeof breakdown>[], RowOf<typeof breakdown>> => ({
  report: breakdown,
  ...(isNamed(by) && { byName: allOfBreakdown }),
  rowsOf: whole,
  valuesOf: ({ value }) => [[by, value]],
  columns: visitColumns,
});

const ofSources: ListKind<RowOf<typeof sources>[], RowOf<typeof sources>> = {
  report: sources,
  rowsOf: whole,
  valuesOf: ({ source, medium }) => [
    ['source', source],
    ['medium', medium],
  ],
  secondOf: ({ medium }) => named(medium),
  columns: visitColumns,
};

const placeColumns: readonly Column<{ visits: number }>[] = [count('visits', ({ visits }) => visits)];

const ofPlaces = (by: 'region' | 'city'): ListKind<Geo, Place> => ({
  report: geo,
  rowsOf: places[by].rowsOf,
  valuesOf: (place) =>
    [...new Set([by, ...places[by].dimensions])].map((dimension) => [dimension, place[dimension] ?? '']),
  secondOf: ({ country = '' }) => country && countryName(country),
  columns: placeColumns,
});

const ofEvents: ListKind<RowOf<typeof events>[], RowOf<typeof events>> = {
  report: events,
  rowsOf: whole,
  valuesOf: ({ event }) => [['event', event]],
  columns: [
    count('events', ({ events: number }) => number),
    count('visitors', ({ unique_visitors }) => unique_visitors),
    percent('conversion_rate', ({ conversion_rate }) => conversion_rate),
    money('revenue', ({ revenue }) => revenue),
  ],
};

const goalColumns: readonly Column<Converted>[] = [
  count('converting_visitors', ({ goals }) => goals?.[0]?.converting_visitors ?? 0),
  count('conversions', ({ goals }) => goals?.[0]?.conversions ?? 0),
  percent('conversion_rate', ({ goals }) => goals?.[0]?.conversion_rate ?? null),
  money('goal_revenue', ({ goals }) => goals?.[0]?.revenue ?? []),
];

/** The change of the first column, by which the API sorts, and the previous number. */
const changeColumns = <Row,>(first: Column<Row>, sorting: ChangeSorting): Column<Row & Changed>[] => [
  {
    name: 'change',
    of: ({ change }) => change ?? null,
    format: String,
    draw: (row) => <Difference current={Number(first.of(row))} of={row} />,
    isOfChange: true,
    sorting,
  },
  { ...count<Row & Changed>('previous', ({ previous }) => previous ?? 0), isOfChange: true },
];

/** The API's limits. */
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
  const { view, now } = useView();
  const [text, setText] = useState('');
  const [offset, setOffset] = useState(0);
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
  const sorting: ChangeSorting = {
    order,
    onOrder(next) {
      onOrder(next);
      setOffset(0);
    },
  };
  const question = comparedQuestion(narrowed, now, extra, order);
  const loaded = useReport(searched ?? report, question.query, now, question.subject);
  const [first, ...others] = columns;
  const changes =
    first && loaded.answer && isCompared(rowsOf(loaded.answer.data)) ? changeColumns(first, sorting) : [];
  const all: readonly Column<Row & Converted & Changed>[] = [
    ...(first ? [first] : []),
    ...changes,
    ...(goal ? goalColumns : others),
  ];
  return (
    <SheetTable
      detail={detail}
      name={dimensionNames(detail)}
      loaded={loaded}
      columns={all}
      rowsOf={searched ? (data) => rowsOf(data).filter(isFound) : rowsOf}
      valuesOf={valuesOf}
      secondOf={secondOf}
      page={{ offset, size: searched ? Number.POSITIVE_INFINITY : rowsOfPage, onChange: setOffset }}
      search={{
        text,
        onChange: (next) => {
          setText(next);
          setOffset(0);
        },
      }}
    />
  );
}
