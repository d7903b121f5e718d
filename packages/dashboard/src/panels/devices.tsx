import { useState } from 'preact/hooks';
import { devices } from '../api/reports.ts';
import { partOf } from '../api/use-report.ts';
import { dimensionNames } from '../filters/filter.ts';
import { named } from '../format/names.ts';
import { IconButton } from '../icons.tsx';
import { Narrowed } from '../url/narrowed.tsx';
import { messages } from '../words/words.ts';
import { Also } from './also.tsx';
import { Breakdown } from './breakdown.tsx';
import { Tabs, tabsBy } from './tabs.tsx';
import { useChoice, useGoalReport } from './use-panel.ts';
import { BackTools, type VisitFrame, VisitPanel } from './visit-panel.tsx';
import type { VisitNumbers } from './visit-rows.tsx';

type Tab = 'device_type' | 'browser' | 'os' | 'screen';
/** The lists of `/devices`. */
type Shared = Exclude<Tab, 'screen'>;

/** The room for browsers below them in the card. */
const fewTypes = 4;

export function Devices() {
  const [tab, setTab] = useState<Tab>('device_type');
  /** The browser or system whose versions are shown. */
  const [family, setFamily] = useState<string>();
  const tabs = tabsBy('device_type', 'browser', 'os', 'screen');
  const choose = (next: Tab) => {
    setTab(next);
    setFamily(undefined);
  };
  const label = messages.general.by(tabs.device_type);
  const tools = <Tabs label={label} tabs={tabs} chosen={tab} onChoose={choose} />;
  const panel = { title: tabs.device_type, area: 'devices', tools, name: messages.general.inText(tabs[tab]) };
  if (tab === 'screen') return <Breakdown {...panel} by={tab} />;
  if (tab === 'device_type' || family === undefined)
    return <Shares {...panel} tab={tab} onOpen={setFamily} />;
  const back = <BackTools to={tabs[tab]} tabs={tools} onBack={() => setFamily(undefined)} />;
  const name = messages.panels.versionsFile(named(family));
  return (
    <Narrowed kept by={{ dimension: tab, operator: ':', values: [family] }}>
      <Breakdown {...panel} tools={back} by={`${tab}_version`} inPlace name={name} />
    </Narrowed>
  );
}

interface SharesProperties extends VisitFrame {
  tab: Shared;
  onOpen: (value: string) => void;
}

function Shares({ tab, onOpen, ...panel }: SharesProperties) {
  const loaded = useGoalReport(devices, { limit: '100' });
  const choice = useChoice();
  const lists = partOf(loaded, ({ device_types, browsers, operating_systems }) => ({
    device_type: device_types,
    browser: browsers,
    os: operating_systems,
  }));
  return (
    <VisitPanel
      {...panel}
      space={7}
      loaded={partOf(lists, (all): readonly (VisitNumbers & Partial<Record<Shared, string>>)[] => all[tab])}
      by={tab}
      textOf={(row, dimension) => row[dimension] ?? ''}
      numbers={['visits', 'percentage']}
      {...(tab !== 'device_type' && {
        more: (value) => (
          <IconButton
            icon="open"
            words={messages.panels.versionsOf(named(value))}
            onClick={() => onOpen(value)}
          />
        ),
      })}
      below={({ length }) =>
        tab === 'device_type' &&
        length <= fewTypes && (
          <Also
            title={dimensionNames('browser')}
            least={2}
            rows={(lists.answer?.data.browser ?? []).map(({ browser, visits }) => ({
              key: browser,
              name: named(browser),
              size: visits,
              ...choice(['browser', browser]),
            }))}
          />
        )
      }
    />
  );
}
