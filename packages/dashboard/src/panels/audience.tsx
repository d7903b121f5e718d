import { useState } from 'preact/hooks';
import { breakdown } from '../api/reports.ts';
import { valueName } from '../filters/words.ts';
import { messages } from '../words/words.ts';
import { Also } from './also.tsx';
import { Breakdown } from './breakdown.tsx';
import { shownRows } from './list.tsx';
import { Tabs } from './tabs.tsx';
import { useChoice, useViewReport } from './use-panel.ts';

type Tab = keyof typeof messages.panels.visitorTabs;

export function Audience() {
  const [tab, setTab] = useState<Tab>('visitor_type');
  const tabs = messages.panels.visitorTabs;
  const label = messages.general.by(messages.numbers.names.visitors);
  const tools = <Tabs label={label} tabs={tabs} chosen={tab} onChoose={setTab} />;
  const panel = {
    title: messages.numbers.names.visitors,
    area: 'audience',
    tools,
    name: messages.general.inText(tabs[tab]),
  };
  if (tab !== 'visitor_type') return <Breakdown key={tab} {...panel} by={tab} />;
  const what = messages.numbers.names.type;
  return <Breakdown {...panel} by={tab} what={what} space={7} below={() => <Languages />} />;
}

/** The most frequent values, below a list that never has more than two rows. */
function Languages() {
  const loaded = useViewReport(breakdown, { dimension: 'language', limit: `${shownRows}` });
  const choice = useChoice();
  return (
    <Also
      title={messages.panels.visitorTabs.language}
      least={3}
      rows={(loaded.answer?.data ?? []).map(({ value, visits }) => ({
        key: value,
        name: valueName('language', value),
        size: visits,
        ...choice(['language', value]),
      }))}
    />
  );
}
