import { useState } from 'preact/hooks';
import { breakdown, events, pages, type Report, type Revenue } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { dimensionNames } from '../filters/filter.ts';
import { useSettled } from '../filters/use-settled.ts';
import { Money, moneyText } from '../format/money.tsx';
import { formatCount, formatMilliseconds, formatPercent } from '../format/numbers.ts';
import { goalText } from '../goal/goal.ts';
import type { Converted } from '../goal/goal-columns.tsx';
import { subjectOf } from '../panels/use-panel.ts';
import { resolve } from '../period/period.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import type { DetailName } from '../url/view.ts';
import { type Column, SheetTable } from './sheet-table.tsx';

/** The list that the address names, in full: every number that the API has, with search and paging. */
export function DetailSheet() {
  const { detail } = useView().view;
  if (detail === undefined) return null;
  if (detail === 'page') return <Sheet key={detail} {...{ detail, ...ofPages }} />;
  if (detail === 'event') return <Sheet key={detail} {...{ detail, ...ofEvents }} />;
  return <Sheet key={detail} {...{ detail, ...ofVisits }} />;
}

interface ListKind<Row> {
  report: Report<Row[]>;
  /** The value of the dimension, by which a row filters. */
  keyOf: (row: Row) => string;
  /** More about the row. */
  secondOf?: (row: Row) => string;
  columns: readonly Column<Row>[];
}

type RowOf<Of> = Of extends Report<(infer Row)[]> ? Row : never;

const count = <Row,>(name: string, of: (row: Row) => number): Column<Row> => ({
  name,
  of,
  format: (value) => formatCount(Number(value)),
});
const percent = <Row,>(name: string, of: (row: Row) => number | null): Column<Row> => ({
  name,
  of,
  format: (value) => formatPercent(typeof value === 'number' ? value : null),
});
const money = <Row,>(name: string, of: (row: Row) => Revenue): Column<Row> => ({
  name,
  of: (row) => moneyText(of(row)),
  format: String,
  draw: (row) => <Money revenue={of(row)} />,
});

const ofPages: ListKind<RowOf<typeof pages>> = {
  report: pages,
  keyOf: ({ page_path }) => page_path,
  secondOf: ({ page_title }) => page_title,
  columns: [
    count('Pageviews', ({ views }) => views),
    count('Visits', ({ unique_views }) => unique_views),
    {
      name: 'Focus time',
      of: ({ avg_focus_time_ms }) => avg_focus_time_ms,
      format: (value) => formatMilliseconds(typeof value === 'number' ? value : null),
    },
    percent('Scroll depth', ({ avg_scroll_depth }) => avg_scroll_depth),
  ],
};

const ofVisits: ListKind<RowOf<typeof breakdown>> = {
  report: breakdown,
  keyOf: ({ value }) => value,
  columns: [
    count('Visits', ({ visits }) => visits),
    count('Visitors', ({ unique_visitors }) => unique_visitors),
    percent('Bounce rate', ({ bounce_rate }) => bounce_rate),
  ],
};

const ofEvents: ListKind<RowOf<typeof events>> = {
  report: events,
  keyOf: ({ event }) => event,
  columns: [
    count('Events', ({ events: number }) => number),
    count('Visitors', ({ unique_visitors }) => unique_visitors),
    percent('Conversion rate', ({ conversion_rate }) => conversion_rate),
    money('Revenue', ({ revenue }) => revenue),
  ],
};

/** Those of the goal, for reports whose rows have them. */
const goalColumns: readonly Column<Converted>[] = [
  count('Conversions', ({ goals }) => goals?.[0]?.conversions ?? 0),
  count('Converting visitors', ({ goals }) => goals?.[0]?.converting_visitors ?? 0),
  percent('Conversion rate', ({ goals }) => goals?.[0]?.conversion_rate ?? null),
  money('Goal revenue', ({ goals }) => goals?.[0]?.revenue ?? []),
];

/** The API's limits. */
const rowsOfPage = 100;

function Sheet<Row extends object>({
  detail,
  report,
  keyOf,
  secondOf,
  columns,
}: ListKind<Row> & { detail: DetailName }) {
  const { view, now } = useView();
  const [text, setText] = useState('');
  const [offset, setOffset] = useState(0);
  const part = useSettled(text.trim(), 200);
  const narrowed = {
    ...view,
    filters: [
      ...view.filters,
      ...(part === '' ? [] : [{ dimension: detail, operator: '~' as const, values: [part] }]),
    ],
  };
  const goal = detail === 'event' ? undefined : view.goal;
  const extra = {
    limit: String(rowsOfPage),
    offset: String(offset),
    ...(detail !== 'page' && detail !== 'event' && { dimension: detail }),
    ...(goal && { goal: goalText(goal) }),
  };
  const { asked } = resolve(view.period, view.timezone, now);
  const loaded = useReport(report, questionOf(narrowed, asked, extra), now, subjectOf(narrowed, now, extra));
  const all: readonly Column<Row & Converted>[] = goal ? [...columns, ...goalColumns] : columns;
  return (
    <SheetTable
      detail={detail}
      name={dimensionNames(detail)}
      loaded={loaded}
      columns={all}
      keyOf={keyOf}
      secondOf={secondOf}
      page={{ offset, size: rowsOfPage, onChange: setOffset }}
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
