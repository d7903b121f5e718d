import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { attribution, type Credits } from '../api/reports.ts';
import { dimensionName } from '../filters/filter.ts';
import { valueName } from '../filters/words.ts';
import { Money, moneyText } from '../format/money.tsx';
import { formatCount, formatDecimal } from '../format/numbers.ts';
import { messages } from '../words/words.ts';
import { Foreign, List } from './list.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';
import { Tabs } from './tabs.tsx';
import { useGoal, useViewReport } from './use-panel.ts';
import { ValueMark } from './value-mark.tsx';
import type { VisitFrame } from './visit-panel.tsx';

const properties = ['source', 'medium', 'channel', 'utm_campaign', 'entry_page', 'country'] as const;
type Property = (typeof properties)[number];
type Model = keyof typeof messages.panels.models;

/** Conversions of the chosen goal by the visits credited with them. Its rows do not filter: filters select the visits that converted. */
export function Attribution({ title, area, tools, name }: VisitFrame) {
  const [by, setBy] = useState<Property>('source');
  const [model, setModel] = useState<Model>('last_non_direct');
  const loaded = useViewReport(attribution, useGoal({ by, model, limit: '100' }));
  const named = properties.map((property) => [property, dimensionName(property)]);
  const tabs: Record<Property, string> = Object.fromEntries(named);
  const csv = <CsvButton key="csv" name={name} loaded={loaded} text={(rows) => csvOf(rows, by)} />;
  return (
    <Panel title={title} area={area} tools={[tools, csv]}>
      <div class="credited">
        <Tabs label={messages.panels.creditedTo} tabs={tabs} chosen={by} onChoose={setBy} />
        <Tabs
          label={messages.panels.model}
          tabs={messages.panels.models}
          chosen={model}
          onChoose={setModel}
        />
      </div>
      <Body loaded={loaded} rows={8}>
        {(rows) => {
          const number = rows.every(({ conversions }) => Number.isInteger(conversions))
            ? formatCount
            : formatDecimal;
          const paid = rows.some(({ revenue }) => revenue.length > 0);
          return (
            <List
              key={`${by} ${model}`}
              what={dimensionName(by)}
              columns={[
                messages.numbers.names.conversions,
                messages.numbers.names.visitors,
                ...(paid ? [messages.numbers.names.revenue] : []),
              ]}
              total={loaded.answer?.meta.total}
              rows={rows.map((row) => ({
                key: textOf(row, by),
                name: valueName(by, textOf(row, by)),
                label: (
                  <>
                    <ValueMark dimension={by} value={textOf(row, by)} />
                    <Foreign text={valueName(by, textOf(row, by))} />
                  </>
                ),
                size: row.conversions,
                cells: [
                  number(row.conversions),
                  formatCount(row.converting_visitors),
                  ...(paid ? [<Money key="revenue" revenue={row.revenue} />] : []),
                ],
              }))}
            />
          );
        }}
      </Body>
    </Panel>
  );
}

/** The value of the property; rows of an older response lack it. */
function textOf(row: Credits, by: Property): string {
  const value = Object.entries(row).find(([name]) => name === by)?.[1];
  return typeof value === 'string' ? value : '';
}

const csvOf = (rows: readonly Credits[], by: Property) =>
  toCsv(
    [by, 'conversions', 'converting_visitors', 'revenue'],
    rows.map((row) => ({ ...row, revenue: moneyText(row.revenue) })),
  );
