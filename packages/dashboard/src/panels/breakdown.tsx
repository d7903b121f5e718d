import type { ComponentChildren } from 'preact';
import { toCsv } from '../api/csv.ts';
import { breakdown } from '../api/reports.ts';
import { type Dimension, dimensionName } from '../filters/filter.ts';
import { named } from '../format/names.ts';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { csvGoalCells, csvGoalColumns, goalCells, goalColumns } from '../goal/goal-columns.tsx';
import { Foreign, List } from './list.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';
import { useChoice, useGoalReport } from './use-panel.ts';

interface Properties {
  /** Of the panel. */
  title: string;
  area: string;
  tools: ComponentChildren;
  by: Dimension;
  /** What is counted, as part of the name of the CSV file. */
  name: string;
  /** Leaves visits without a value out, and says this when no visit has one. */
  without?: string;
}

/** A panel of visits by one property of sessions. */
export function Breakdown({ title, area, tools, by, name, without }: Properties) {
  const loaded = useGoalReport(breakdown, { dimension: by, limit: '100' });
  const choice = useChoice();
  const list = (loaded.answer?.data ?? []).filter(({ value }) => without === undefined || value !== '');
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
      <Body loaded={loaded} rows={10}>
        {() => (
          <List
            what={dimensionName(by)}
            {...goalColumns(list, visitColumns)}
            rows={list.map((of) => ({
              key: of.value,
              name: named(of.value),
              label: <Foreign text={named(of.value)} />,
              size: of.visits,
              cells: goalCells(list, of, visitCells(of)),
              ...choice([by, of.value]),
            }))}
            {...(without !== undefined && { empty: without })}
          />
        )}
      </Body>
    </Panel>
  );
}

export const visitColumns = ['Visits', 'Visitors', 'Bounces'];

interface Visits {
  visits: number;
  unique_visitors: number;
  bounce_rate: number | null;
}

/** The cells below {@link visitColumns}. */
export const visitCells = ({ visits, unique_visitors, bounce_rate }: Visits) => [
  formatCount(visits),
  formatCount(unique_visitors),
  formatPercent(bounce_rate && Math.round(bounce_rate)),
];
