import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { sources } from '../api/reports.ts';
import { named } from '../format/names.ts';
import { csvGoalCells, csvGoalColumns, goalCells, goalColumns } from '../goal/goal-columns.tsx';
import { Icon } from '../icons.tsx';
import { Monogram } from '../monogram.tsx';
import { Narrowed } from '../url/narrowed.tsx';
import { Breakdown, OpenButton, visitCells, visitColumns } from './breakdown.tsx';
import { Foreign, isShort, List, type Row, roomBelow } from './list.tsx';
import { PagesOfVisits } from './pages-of-visits.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';
import { Tabs } from './tabs.tsx';
import { useChoice, useGoalReport } from './use-panel.ts';

const tabs = {
  source: 'Sources',
  medium: 'Mediums',
  utm_campaign: 'Campaigns',
  utm_source: 'Tags',
  entry_referrer: 'Referrers',
} as const;
type Tab = keyof typeof tabs;

export function Sources() {
  const [tab, setTab] = useState<Tab>('source');
  /** The source whose addresses are shown. */
  const [source, setSource] = useState<string>();
  const choose = (next: Tab) => {
    setTab(next);
    setSource(undefined);
  };
  const tools = <Tabs label="Sources by" tabs={tabs} chosen={tab} onChoose={choose} />;
  if (source !== undefined)
    return <Addresses source={source} tools={tools} onClose={() => setSource(undefined)} />;
  if (tab === 'source') return <SourceList tools={tools} onOpen={setSource} />;
  return (
    <Breakdown
      key={tab}
      title="Sources"
      area="sources"
      tools={tools}
      by={tab}
      name={tabs[tab].toLowerCase()}
    />
  );
}

interface AddressesProperties {
  source: string;
  tools: ComponentChildren;
  onClose: () => void;
}

/** The pages of one source that visits came from. */
function Addresses({ source, tools, onClose }: AddressesProperties) {
  return (
    <Narrowed by={{ dimension: 'source', operator: ':', values: [source] }}>
      <Breakdown
        title="Sources"
        area="sources"
        tools={
          <>
            <button type="button" class="quiet" onClick={onClose}>
              <Icon name="back" /> {tabs.source}
            </button>
            <span class="spring" />
            {tools}
          </>
        }
        by="entry_referrer"
        inPlace
        name={`${named(source)} referrers`}
      />
    </Narrowed>
  );
}

interface ListProperties {
  tools: ComponentChildren;
  /** Opens the addresses of a source. */
  onOpen: (source: string) => void;
}

function SourceList({ tools, onOpen }: ListProperties) {
  const loaded = useGoalReport(sources, { limit: '100' });
  const choice = useChoice();
  const all = loaded.answer?.data ?? [];
  const csv = () =>
    toCsv(
      ['source', 'medium', 'visits', 'unique_visitors', 'bounce_rate', ...csvGoalColumns(all)],
      all.map((of) => [
        of.source,
        of.medium,
        of.visits,
        of.unique_visitors,
        of.bounce_rate,
        ...csvGoalCells(of),
      ]),
    );
  return (
    <Panel
      title="Sources"
      area="sources"
      tools={[tools, <CsvButton key="csv" name="sources" text={loaded.answer && csv} />]}
    >
      <Body loaded={loaded} rows={9}>
        {(list) => (
          <>
            <List
              what="Source"
              {...goalColumns(list, visitColumns)}
              total={loaded.answer?.meta.total}
              detail="source"
              rows={list.map(
                (of): Row => ({
                  key: `${of.source}\n${of.medium}`,
                  name: `${named(of.source)}, ${named(of.medium)}`,
                  label: (
                    <>
                      <Monogram name={named(of.source)} />
                      <Foreign text={named(of.source)} />{' '}
                      <span class="second">
                        <Foreign text={named(of.medium)} />
                      </span>
                    </>
                  ),
                  size: of.visits,
                  cells: goalCells(list, of, visitCells(of)),
                  ...choice(['source', of.source], ['medium', of.medium]),
                  more: (
                    <OpenButton
                      value={of.source}
                      words={(one) => `Referrers of ${named(one)}`}
                      onOpen={onOpen}
                    />
                  ),
                }),
              )}
            />
            {isShort(list) && (
              <PagesOfVisits by="entry_page" title="Pages where they began" most={roomBelow(list)} />
            )}
          </>
        )}
      </Body>
    </Panel>
  );
}
