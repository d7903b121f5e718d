import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { sources } from '../api/reports.ts';
import { named } from '../format/names.ts';
import { csvGoalCells, csvGoalColumns, goalCells, goalColumns } from '../goal/goal-columns.tsx';
import { Monogram } from '../monogram.tsx';
import { Breakdown, visitCells, visitColumns } from './breakdown.tsx';
import { Foreign, List, type Row } from './list.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';
import { Tabs } from './tabs.tsx';
import { useChoice, useGoalReport } from './use-panel.ts';

const tabs = {
  source: 'Sources',
  medium: 'Mediums',
  utm_campaign: 'Campaigns',
  utm_source: 'Tags',
} as const;
type Tab = keyof typeof tabs;

/** Most links have no tags. */
const without = 'No visit of this period came through a tagged link (such as utm_campaign).';

export function Sources() {
  const [tab, setTab] = useState<Tab>('source');
  const tools = <Tabs label="Sources by" tabs={tabs} chosen={tab} onChoose={setTab} />;
  if (tab === 'source') return <SourceList tools={tools} />;
  const tagged = tab === 'medium' ? {} : { without };
  return (
    <Breakdown key={tab} title="Sources" area="sources" tools={tools} by={tab} name={tabs[tab]} {...tagged} />
  );
}

function SourceList({ tools }: { tools: ComponentChildren }) {
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
      <Body loaded={loaded} rows={10}>
        {(list) => (
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
              }),
            )}
          />
        )}
      </Body>
    </Panel>
  );
}
