import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { breakdown, sources } from '../api/reports.ts';
import type { Dimension } from '../filters/filter.ts';
import { named } from '../format/names.ts';
import { formatCount, formatPercent } from '../format/numbers.ts';
import { Foreign, List, type Row } from './list.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';
import { Tabs } from './tabs.tsx';
import { useChoice, useViewReport } from './use-panel.ts';

const tabs = {
  source: 'Sources',
  medium: 'Mediums',
  utm_campaign: 'Campaigns',
  utm_source: 'Tags',
} as const;
type Tab = keyof typeof tabs;

const columns = ['Visits', 'Visitors', 'Bounces'];

export function Sources() {
  const [tab, setTab] = useState<Tab>('source');
  const tools = <Tabs label="Sources by" tabs={tabs} chosen={tab} onChoose={setTab} />;
  return tab === 'source' ? <SourceList tools={tools} /> : <Breakdown key={tab} by={tab} tools={tools} />;
}

interface Entry {
  visits: number;
  unique_visitors: number;
  bounce_rate: number | null;
}

const cellsOf = ({ visits, unique_visitors, bounce_rate }: Entry) => [
  formatCount(visits),
  formatCount(unique_visitors),
  formatPercent(bounce_rate && Math.round(bounce_rate)),
];

type Tools = { tools: preact.ComponentChildren };

function SourceList({ tools }: Tools) {
  const loaded = useViewReport(sources, { limit: '100' });
  const choice = useChoice();
  const csv = () =>
    toCsv(
      ['source', 'medium', 'visits', 'unique_visitors', 'bounce_rate'],
      (loaded.answer?.data ?? []).map((of) => [
        of.source,
        of.medium,
        of.visits,
        of.unique_visitors,
        of.bounce_rate,
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
            columns={columns}
            total={loaded.answer?.meta.total}
            rows={list.map(
              (of): Row => ({
                key: `${of.source}\n${of.medium}`,
                name: `${named(of.source)}, ${named(of.medium)}`,
                label: (
                  <>
                    <Foreign text={named(of.source)} />{' '}
                    <span class="second">
                      <Foreign text={named(of.medium)} />
                    </span>
                  </>
                ),
                size: of.visits,
                cells: cellsOf(of),
                ...choice(['source', of.source], ['medium', of.medium]),
              }),
            )}
          />
        )}
      </Body>
    </Panel>
  );
}

const whats = { medium: 'Medium', utm_campaign: 'Campaign', utm_source: 'utm_source' } as const;

/** Visits by one property. For a campaign tag, without visits that lack it: most links have no tags. */
function Breakdown({ by, tools }: Tools & { by: Exclude<Tab, 'source'> & Dimension }) {
  const loaded = useViewReport(breakdown, { dimension: by, limit: '100' });
  const choice = useChoice();
  const list = (loaded.answer?.data ?? []).filter(({ value }) => by === 'medium' || value !== '');
  const csv = () =>
    toCsv(
      [by, 'visits', 'unique_visitors', 'bounce_rate'],
      list.map((of) => [of.value, of.visits, of.unique_visitors, of.bounce_rate]),
    );
  return (
    <Panel
      title="Sources"
      area="sources"
      tools={[tools, <CsvButton key="csv" name={tabs[by]} text={loaded.answer && csv} />]}
    >
      <Body loaded={loaded} rows={10}>
        {() => (
          <List
            what={whats[by]}
            columns={columns}
            rows={list.map(
              (of): Row => ({
                key: of.value,
                name: named(of.value),
                label: <Foreign text={named(of.value)} />,
                size: of.visits,
                cells: cellsOf(of),
                ...choice([by, of.value]),
              }),
            )}
            empty="No visit of this period came through a tagged link (such as utm_campaign)."
          />
        )}
      </Body>
    </Panel>
  );
}
