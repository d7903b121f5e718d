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
import { isNamed } from '../filters/words.ts';
import { Money, moneyText } from '../format/money.tsx';
import { countryName, named } from '../format/names.ts';
import { formatCount, formatMilliseconds, formatPercent } from '../format/numbers.ts';
import type { Converted } from '../goal/goal-columns.tsx';
import { type Changed, type ChangeSorting, Difference } from '../panels/change.tsx';
import { type Place, lists as places } from '../panels/places.tsx';
import type { Column, RowValue } from './sheet-table.tsx';

/** What the sheet of a list shows. */
export interface ListKind<Data, Row> {
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

export const ofPages: ListKind<RowOf<typeof pages>[], RowOf<typeof pages>> = {
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

export const ofVisits = (
  by: VisitDimension,
): ListKind<RowOf<typeof breakdown>[], RowOf<typeof breakdown>> => ({
  report: breakdown,
  ...(isNamed(by) && { byName: allOfBreakdown }),
  rowsOf: whole,
  valuesOf: ({ value }) => [[by, value]],
  columns: visitColumns,
});

export const ofSources: ListKind<RowOf<typeof sources>[], RowOf<typeof sources>> = {
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

export const ofPlaces = (by: 'region' | 'city'): ListKind<Geo, Place> => ({
  report: geo,
  rowsOf: places[by].rowsOf,
  valuesOf: (place) =>
    [...new Set([by, ...places[by].dimensions])].map((dimension) => [dimension, place[dimension] ?? '']),
  secondOf: ({ country = '' }) => country && countryName(country),
  columns: placeColumns,
});

export const ofEvents: ListKind<RowOf<typeof events>[], RowOf<typeof events>> = {
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

export const goalColumns: readonly Column<Converted>[] = [
  count('converting_visitors', ({ goals }) => goals?.[0]?.converting_visitors ?? 0),
  count('conversions', ({ goals }) => goals?.[0]?.conversions ?? 0),
  percent('conversion_rate', ({ goals }) => goals?.[0]?.conversion_rate ?? null),
  money('goal_revenue', ({ goals }) => goals?.[0]?.revenue ?? []),
];

/** The change of the first column, by which the API sorts, and the previous number. */
export const changeColumns = <Row,>(first: Column<Row>, sorting: ChangeSorting): Column<Row & Changed>[] => [
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
