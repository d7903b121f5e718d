import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { attribution, type Credits, type Model } from '../api/reports.ts';
import { dimensionName } from '../filters/filter.ts';
import { valueName } from '../filters/words.ts';
import { Money, moneyText } from '../format/money.tsx';
import { formatCount } from '../format/numbers.ts';
import { Foreign, List } from './list.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';
import { useGoalReport } from './use-panel.ts';
import { ValueMark } from './value-mark.tsx';
import type { VisitFrame } from './visit-panel.tsx';

const properties = ['source', 'medium', 'utm_campaign', 'entry_page', 'country'] as const;
type Property = (typeof properties)[number];

const models: Readonly<Record<Model, string>> = {
  last_non_direct: 'of the last visit that was not direct',
  last: 'of the last visit',
  first: 'of the first visit',
  linear: 'of all visits, in equal parts',
};
const modelNames = ['last_non_direct', 'last', 'first', 'linear'] as const;

/** What the conversions of the chosen goal are due to. Its rows are no filters: those select the visits that converted. */
export function Attribution({ title, area, tools, name }: VisitFrame) {
  const [by, setBy] = useState<Property>('source');
  const [model, setModel] = useState<Model>('last_non_direct');
  const loaded = useGoalReport(attribution, { by, model, limit: '100' });
  const { answer } = loaded;
  const csv = <CsvButton key="csv" name={name} text={answer && (() => csvOf(answer.data, by))} />;
  return (
    <Panel title={title} area={area} tools={[tools, csv]}>
      <div class="credited">
        <select
          aria-label="Credited to"
          value={by}
          onChange={({ currentTarget }) => setBy(chosenOf(properties, currentTarget.value) ?? by)}
        >
          {properties.map((property) => (
            <option key={property} value={property}>
              {dimensionName(property)}
            </option>
          ))}
        </select>
        <select
          aria-label="Model"
          value={model}
          onChange={({ currentTarget }) => setModel(chosenOf(modelNames, currentTarget.value) ?? model)}
        >
          {modelNames.map((one) => (
            <option key={one} value={one}>
              {models[one]}
            </option>
          ))}
        </select>
      </div>
      <Body loaded={loaded} rows={8}>
        {(rows) => {
          const paid = rows.some(({ revenue }) => revenue.length > 0);
          return (
            <List
              key={`${by} ${model}`}
              what={dimensionName(by)}
              columns={['Conversions', 'Visitors', ...(paid ? ['Revenue'] : [])]}
              total={answer?.meta.total}
              rows={rows.map((row) => {
                const value = textOf(row, by);
                const text = valueName(by, value);
                return {
                  key: value,
                  name: text,
                  label: (
                    <>
                      <ValueMark dimension={by} value={value} /> <Foreign text={text} />
                    </>
                  ),
                  size: row.conversions,
                  cells: [
                    formatCount(row.conversions),
                    formatCount(row.converting_visitors),
                    ...(paid ? [<Money key="revenue" revenue={row.revenue} />] : []),
                  ],
                };
              })}
            />
          );
        }}
      </Body>
    </Panel>
  );
}

const chosenOf = <Name extends string>(names: readonly Name[], text: string) =>
  names.find((name) => name === text);

/** The value of the property, which is the member of its name. Rows of an older answer lack it. */
function textOf(row: Credits, by: Property): string {
  const value = Object.entries(row).find(([name]) => name === by)?.[1];
  return typeof value === 'string' ? value : '';
}

const csvOf = (rows: readonly Credits[], by: Property) =>
  toCsv(
    [by, 'conversions', 'converting_visitors', 'revenue'],
    rows.map((row) => [textOf(row, by), row.conversions, row.converting_visitors, moneyText(row.revenue)]),
  );
