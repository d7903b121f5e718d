import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import type { RealtimeData } from '../api/reports.ts';
import { countryName, named } from '../format/names.ts';
import { formatCount } from '../format/numbers.ts';
import { Foreign, List, type Row } from './list.tsx';
import { Body, CsvButton, Panel } from './panel.tsx';
import { useRealtime } from './realtime-source.tsx';
import { Tabs } from './tabs.tsx';
import { useChoice } from './use-panel.ts';

const tabs = { pages: 'Pages', sources: 'Sources', countries: 'Countries' } as const;
type Tab = keyof typeof tabs;

export function Realtime() {
  const loaded = useRealtime();
  const [tab, setTab] = useState<Tab>('pages');
  const choice = useChoice();
  const { data } = loaded.answer ?? {};

  const rows = (now: RealtimeData): Row[] => {
    const row = (key: string, name: string, count: number, chosen: ReturnType<typeof choice>): Row => ({
      key,
      name,
      label: <Foreign text={name} />,
      size: count,
      cells: [formatCount(count)],
      ...chosen,
    });
    if (tab === 'sources')
      return now.sources.map((of) =>
        row(of.source, named(of.source), of.active_visitors, choice(['source', of.source])),
      );
    if (tab === 'countries')
      return now.countries.map((of) =>
        row(of.country, countryName(of.country), of.active_visitors, choice(['country', of.country])),
      );
    return now.pages.map((of) =>
      row(of.page_path, of.page_title || of.page_path, of.active_visitors, choice(['page', of.page_path])),
    );
  };

  return (
    <Panel
      title="Right now"
      area="realtime"
      tools={
        <>
          <Tabs label="Right now by" tabs={tabs} chosen={tab} onChoose={setTab} />
          <CsvButton
            name="realtime"
            period="today"
            text={
              data &&
              (() =>
                toCsv(
                  ['page_path', 'page_title', 'active_visitors'],
                  data.pages.map((page) => [page.page_path, page.page_title, page.active_visitors]),
                ))
            }
          />
        </>
      }
    >
      <Body loaded={loaded} rows={9}>
        {(now) => (
          <>
            <div class="now">
              <p class="figure">
                <strong>{formatCount(now.active_visitors)}</strong>
                <span class="faint">{now.active_visitors === 1 ? 'visitor' : 'visitors'} in 5 minutes</span>
              </p>
              <MinuteBars counts={now.per_minute} />
            </div>
            <List
              key={tab}
              what={{ pages: 'Page', sources: 'Source', countries: 'Country' }[tab]}
              columns={['Visitors']}
              rows={rows(now).slice(0, 100)}
              empty="Nobody is there."
            />
          </>
        )}
      </Body>
    </Panel>
  );
}

/** Visitors in each of the last minutes; the current minute is last. */
function MinuteBars({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  return (
    <ol class="minutes" aria-label="Visitors by minute">
      {counts.map((count, index) => {
        const ago = counts.length - index;
        return (
          <li key={ago}>
            <span class="column">
              <span style={{ blockSize: `${(100 * count) / most}%` }} />
            </span>
            <span class="count">{formatCount(count)}</span>
            <span class="faint">
              <span class="hidden">visitors, </span>
              {ago === 1 ? 'now' : `−${ago - 1} min`}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
