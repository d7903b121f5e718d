import { useState } from 'preact/hooks';
import { sources } from '../api/reports.ts';
import { dimensionNames } from '../filters/filter.ts';
import { named } from '../format/names.ts';
import { IconButton } from '../icons.tsx';
import { Narrowed } from '../url/narrowed.tsx';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { Attribution } from './attribution.tsx';
import { Breakdown, byValue } from './breakdown.tsx';
import { useChangeSorting } from './change.tsx';
import { isShort, roomBelow } from './list.tsx';
import { PagesOfVisits } from './pages-of-visits.tsx';
import { Tabs, tabsBy } from './tabs.tsx';
import { useGoalReport } from './use-panel.ts';
import { BackTools, type VisitFrame, VisitPanel } from './visit-panel.tsx';

const ofVisits = ['channel', 'source', 'medium', 'utm_campaign', 'utm_source', 'entry_referrer'] as const;
type Tab = (typeof ofVisits)[number] | 'attribution';

export function Sources() {
  const { goal } = useView().view;
  const tabs = {
    ...tabsBy('channel', 'source', 'medium', 'utm_campaign'),
    ...messages.panels.sourceTabs,
    entry_referrer: dimensionNames('referrer'),
  };
  const [chosen, setTab] = useState<Tab>('source');
  const tab = chosen === 'attribution' && !goal ? 'source' : chosen;
  const [source, setSource] = useState<string>();
  const choose = (next: Tab) => {
    setTab(next);
    setSource(undefined);
  };
  const tools = (
    <Tabs
      label={messages.general.by(tabs.source)}
      tabs={tabs}
      shown={goal ? [...ofVisits, 'attribution'] : ofVisits}
      chosen={tab}
      onChoose={choose}
    />
  );
  const panel = { title: tabs.source, area: 'sources', tools, name: messages.general.inText(tabs[tab]) };
  if (source !== undefined) {
    const back = <BackTools to={tabs.source} tabs={tools} onBack={() => setSource(undefined)} />;
    const name = messages.panels.referrersFile(named(source));
    return (
      <Narrowed kept by={{ dimension: 'source', operator: ':', values: [source] }}>
        <Breakdown {...panel} tools={back} by="entry_referrer" inPlace name={name} />
      </Narrowed>
    );
  }
  if (tab === 'attribution') return <Attribution {...panel} />;
  if (tab === 'source') return <SourceList {...panel} onOpen={setSource} />;
  return <Breakdown key={tab} {...panel} by={tab} />;
}

interface ListProperties extends VisitFrame {
  onOpen: (source: string) => void;
}

function SourceList({ onOpen, ...panel }: ListProperties) {
  const sorting = useChangeSorting();
  const loaded = useGoalReport(sources, { limit: '100' }, sorting.order);
  return (
    <VisitPanel
      {...panel}
      loaded={loaded}
      sorting={sorting}
      by="source"
      dimensions={['source', 'medium']}
      textOf={(row, dimension) => row[dimension]}
      secondOf={({ medium }) => named(medium)}
      numbers={byValue.numbers}
      more={(value) => (
        <IconButton
          icon="open"
          words={messages.panels.referrersOf(named(value))}
          onClick={() => onOpen(value)}
        />
      )}
      below={(list) =>
        isShort(list) && (
          <PagesOfVisits by="entry_page" title={dimensionNames('entry_page')} most={roomBelow(list)} />
        )
      }
    />
  );
}
