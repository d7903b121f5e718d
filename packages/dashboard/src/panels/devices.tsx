import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { devices } from '../api/reports.ts';
import { dimensions, type Filter } from '../filters/filter.ts';
import { deviceName, named } from '../format/names.ts';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { csvGoalCells, csvGoalColumns, goalCells, goalColumns } from '../goal/goal-columns.tsx';
import { Icon } from '../icons.tsx';
import { Monogram } from '../monogram.tsx';
import { Narrowed } from '../url/narrowed.tsx';
import { Also } from './also.tsx';
import { Breakdown, OpenButton } from './breakdown.tsx';
import { Foreign, List } from './list.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';
import { Tabs } from './tabs.tsx';
import { useChoice, useGoalReport } from './use-panel.ts';

const tabs = {
  device_type: 'Devices',
  browser: 'Browsers',
  os: 'Systems',
  screen: 'Screens',
} as const;
type Tab = keyof typeof tabs;

/** Below them, the card has room for browsers. */
const fewTypes = 4;

export function Devices() {
  const [tab, setTab] = useState<Tab>('device_type');
  /** The browser or system whose versions are shown. */
  const [family, setFamily] = useState<string>();
  const choose = (next: Tab) => {
    setTab(next);
    setFamily(undefined);
  };
  const tools = <Tabs label="Devices by" tabs={tabs} chosen={tab} onChoose={choose} />;
  if (tab === 'screen')
    return <Breakdown title="Devices" area="devices" tools={tools} by={tab} name="screens" />;
  if (tab === 'device_type' || family === undefined)
    return <Shares tab={tab} tools={tools} onOpen={setFamily} />;
  return <Versions of={tab} family={family} tools={tools} onClose={() => setFamily(undefined)} />;
}

interface VersionsProperties {
  of: 'browser' | 'os';
  family: string;
  tools: ComponentChildren;
  onClose: () => void;
}

/** The versions of one browser or system. */
function Versions({ of, family, tools, onClose }: VersionsProperties) {
  const filter: Filter = { dimension: of, operator: ':', values: [family] };
  return (
    <Narrowed by={filter}>
      <Breakdown
        title="Devices"
        area="devices"
        tools={
          <>
            <button type="button" class="quiet" onClick={onClose}>
              <Icon name="back" /> {tabs[of]}
            </button>
            <span class="spring" />
            {tools}
          </>
        }
        by={`${of}_version`}
        inPlace
        name={`${named(family)} versions`}
      />
    </Narrowed>
  );
}

const deviceIcon = (type: string) => (type === 'mobile' || type === 'tablet' ? type : 'desktop');

interface SharesProperties {
  tab: Exclude<Tab, 'screen'>;
  tools: ComponentChildren;
  /** Opens the versions of a browser or system. */
  onOpen: (value: string) => void;
}

/** What `/devices` answers. */
function Shares({ tab, tools, onOpen }: SharesProperties) {
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
          <CsvButton name={tabs[tab].toLowerCase()} text={loaded.answer && csv} />
        </>
      }
    >
      <Body loaded={loaded} rows={7}>
        {() => (
          <>
            <List
              key={tab}
              what={dimensions[tab]}
              detail={tab}
              {...goalColumns(list, ['Visits', 'Share'])}
              rows={list.map(({ value, visits, percentage, goals }) => {
                const name = tab === 'device_type' ? deviceName(value) : named(value);
                return {
                  key: value,
                  name,
                  label: (
                    <>
                      {tab === 'device_type' ? <Icon name={deviceIcon(value)} /> : <Monogram name={name} />}
                      <Foreign text={name} />
                    </>
                  ),
                  size: visits,
                  cells: goalCells(list, { goals }, [formatCount(visits), formatPercent(percentage)]),
                  ...choice([tab, value]),
                  ...(tab !== 'device_type' && {
                    more: (
                      <OpenButton
                        value={value}
                        words={(one) => `Versions of ${named(one)}`}
                        onOpen={onOpen}
                      />
                    ),
                  }),
                };
              })}
            />
            {tab === 'device_type' && list.length > 0 && list.length <= fewTypes && (
              <Also
                title={tabs.browser}
                least={2}
                rows={lists.browser.map(({ value, visits }) => ({
                  key: value,
                  name: named(value),
                  size: visits,
                  ...choice(['browser', value]),
                }))}
              />
            )}
          </>
        )}
      </Body>
    </Panel>
  );
}
