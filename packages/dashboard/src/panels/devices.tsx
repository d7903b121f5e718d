import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { devices } from '../api/reports.ts';
import { dimensions } from '../filters/filter.ts';
import { deviceName, named } from '../format/names.ts';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { csvGoalCells, csvGoalColumns, goalCells, goalColumns } from '../goal/goal-columns.tsx';
import { Breakdown } from './breakdown.tsx';
import { Foreign, List } from './list.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';
import { Tabs } from './tabs.tsx';
import { useChoice, useGoalReport } from './use-panel.ts';

const tabs = {
  device_type: 'Devices',
  browser: 'Browsers',
  os: 'Systems',
  language: 'Languages',
  screen: 'Screens',
} as const;
type Tab = keyof typeof tabs;

export function Devices() {
  const [tab, setTab] = useState<Tab>('device_type');
  const tools = <Tabs label="Devices by" tabs={tabs} chosen={tab} onChoose={setTab} />;
  if (tab !== 'language' && tab !== 'screen') return <Shares tab={tab} tools={tools} />;
  return <Breakdown key={tab} title="Devices" area="devices" tools={tools} by={tab} name={tabs[tab]} />;
}

/** What `/devices` answers. */
function Shares({ tab, tools }: { tab: Exclude<Tab, 'language' | 'screen'>; tools: ComponentChildren }) {
  const loaded = useGoalReport(devices, { limit: '100' });
  const choice = useChoice();
  const data = loaded.answer?.data;
  const lists = {
    device_type: data?.device_types.map((of) => ({ ...of, value: of.device_type })) ?? [],
    browser: data?.browsers.map((of) => ({ ...of, value: of.browser })) ?? [],
    os: data?.operating_systems.map((of) => ({ ...of, value: of.os })) ?? [],
  };
  const list = lists[tab];
  const csv = () =>
    toCsv(
      [tab, 'visits', 'percentage', ...csvGoalColumns(list)],
      list.map((of) => [of.value, of.visits, of.percentage, ...csvGoalCells(of)]),
    );
  return (
    <Panel
      title="Devices"
      area="devices"
      tools={
        <>
          {tools}
          <CsvButton name={tabs[tab]} text={loaded.answer && csv} />
        </>
      }
    >
      <Body loaded={loaded} rows={10}>
        {() => (
          <List
            key={tab}
            what={dimensions[tab]}
            {...goalColumns(list, ['Visits', 'Share'])}
            rows={list.map(({ value, visits, percentage, goals }) => {
              const name = tab === 'device_type' ? deviceName(value) : named(value);
              return {
                key: value,
                name,
                label: <Foreign text={name} />,
                size: visits,
                cells: goalCells(list, { goals }, [formatCount(visits), formatPercent(percentage)]),
                ...choice([tab, value]),
              };
            })}
          />
        )}
      </Body>
    </Panel>
  );
}
