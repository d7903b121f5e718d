import type { ComponentChildren } from 'preact';
import { toCsv } from '../api/csv.ts';
import { breakdown } from '../api/reports.ts';
import type { Loaded } from '../api/use-report.ts';
import { type Dimension, dimensionName } from '../filters/filter.ts';
import { valueName } from '../filters/words.ts';
import { formatCount, formatPercent } from '../format/numbers.ts';
import {
  type Converted,
  csvGoalCells,
  csvGoalColumns,
  goalCells,
  goalColumns,
} from '../goal/goal-columns.tsx';
import { Icon } from '../icons.tsx';
import { Narrowed } from '../url/narrowed.tsx';
import type { Extra } from '../url/question.ts';
import { isVisitDimension, type VisitDimension } from '../url/view.ts';
import { Foreign, List } from './list.tsx';
import { isOptional, noneHas, withValue } from './optional.ts';
import { Body, CsvButton, Panel } from './panel.tsx';
import { useChoice, useGoalReport } from './use-panel.ts';

interface PanelProperties {
  /** Of the panel. */
  title: string;
  area: string;
  tools: ComponentChildren;
  /** What is counted, as part of the name of the CSV file. */
  name: string;
  /** Whether all rows are shown here, not in a window of their own: the address does not say what is listed. */
  inPlace?: boolean;
  /** Opens what is behind a value. */
  open?: { words: (value: string) => string; onOpen: (value: string) => void };
}

interface Properties extends PanelProperties {
  by: VisitDimension;
  /** Additional parameters of the report. */
  extra?: Extra;
}

/** A panel of visits by one of their dimensions. */
export function Breakdown(properties: Properties) {
  const list = <Loading {...properties} />;
  return isOptional(properties.by) ? <Narrowed by={withValue(properties.by)}>{list}</Narrowed> : list;
}

function Loading({ extra, ...properties }: Properties) {
  const loaded = useGoalReport(breakdown, { dimension: properties.by, limit: '100', ...extra });
  return <Visits {...properties} loaded={loaded} />;
}

/** Visits with one value of a property. */
export interface VisitsRow extends Converted {
  value: string;
  visits: number;
  unique_visitors: number;
  bounce_rate: number | null;
}

interface VisitsProperties extends PanelProperties {
  by: Dimension;
  /** What a row is, if it is not the name of the dimension. */
  what?: string;
  /** For how many rows space is kept while they load. */
  space?: number;
  /** What is below the list. */
  below?: ComponentChildren;
  loaded: Loaded<VisitsRow[]>;
}

/** A panel of visits by the values of a dimension. */
export function Visits({
  title,
  area,
  tools,
  by,
  what = dimensionName(by),
  space = 9,
  name,
  inPlace = false,
  open,
  below,
  loaded,
}: VisitsProperties) {
  const choice = useChoice();
  const list = loaded.answer?.data ?? [];
  const empty = noneHas(by);
  const csv = () =>
    toCsv(
      [by, 'visits', 'unique_visitors', 'bounce_rate', ...csvGoalColumns(list)],
      list.map((of) => [of.value, of.visits, of.unique_visitors, of.bounce_rate, ...csvGoalCells(of)]),
    );
  return (
    <Panel
      title={title}
      area={area}
      tools={[tools, <CsvButton key="csv" name={name} text={loaded.answer && csv} />]}
    >
      <Body loaded={loaded} rows={space}>
        {() => (
          <>
            <List
              what={what}
              total={loaded.answer?.meta.total}
              {...(isVisitDimension(by) && !inPlace && { detail: by })}
              {...goalColumns(list, visitColumns)}
              rows={list.map((of) => ({
                key: of.value,
                name: valueName(by, of.value),
                label: <Foreign text={valueName(by, of.value)} />,
                size: of.visits,
                cells: goalCells(list, of, visitCells(of)),
                ...choice([by, of.value]),
                ...(open && { more: <OpenButton value={of.value} {...open} /> }),
              }))}
              {...(empty !== undefined && { empty })}
            />
            {list.length > 0 && below}
          </>
        )}
      </Body>
    </Panel>
  );
}

interface OpenProperties {
  value: string;
  words: (value: string) => string;
  onOpen: (value: string) => void;
}

export function OpenButton({ value, words, onOpen }: OpenProperties) {
  return (
    <button
      type="button"
      class="quiet icon"
      aria-label={words(value)}
      title={words(value)}
      onClick={() => onOpen(value)}
    >
      <Icon name="open" />
    </button>
  );
}

export const visitColumns = ['Visits', 'Visitors', 'Bounce rate'];

type Counts = Pick<VisitsRow, 'visits' | 'unique_visitors' | 'bounce_rate'>;

/** The cells below {@link visitColumns}. */
export const visitCells = ({ visits, unique_visitors, bounce_rate }: Counts) => [
  formatCount(visits),
  formatCount(unique_visitors),
  formatPercent(bounce_rate && Math.round(bounce_rate)),
];
