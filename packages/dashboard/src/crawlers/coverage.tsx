import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { type CoverageRow, coverage, coverageList } from '../api/reports.ts';
import { dimensionName } from '../filters/filter.ts';
import { named } from '../format/names.ts';
import { formatCount } from '../format/numbers.ts';
import { Facts } from '../panels/facts.tsx';
import { List } from '../panels/list.tsx';
import { Body, CsvButton, FailedPanel, Panel } from '../panels/panel.tsx';
import { Tabs, tabsBy } from '../panels/tabs.tsx';
import { useViewReport } from '../panels/use-panel.ts';
import { crawlText } from '../url/crawled.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { shareOf } from './words.ts';

const classes = ['person_seen', 'person_unseen', 'crawler', 'error'] as const;
type Tab = 'page' | 'browser';

/** The results of requests in a log, for sites with both a log and the tracker. */
export function CoveragePanel() {
  const [tab, setTab] = useState<Tab>('page');
  const { view } = useView();
  const filter = view.crawl.map(crawlText);
  const figures = useViewReport(coverage, { filter });
  const whole = figures.answer?.data;
  const loaded = useViewReport(coverageList, { by: tab, limit: '100', filter });
  const words = messages.crawlers;
  if (!whole?.person_seen) return <FailedPanel title={words.coverage} loaded={figures} />;
  return (
    <Panel
      title={words.coverage}
      tools={
        <>
          <Tabs
            label={messages.general.by(words.coverage)}
            tabs={tabsBy('page', 'browser')}
            chosen={tab}
            onChoose={setTab}
          />
          <CsvButton
            name={messages.general.inText(words.coverage)}
            loaded={loaded}
            text={(rows) => csvOf(tab, rows)}
          />
        </>
      }
    >
      <p class="faint">{words.coverageMeans}</p>
      <div class="coverage" aria-hidden="true">
        {classes.map((name) => (
          <i key={name} class={name} style={{ inlineSize: `${(100 * whole[name]) / whole.requests}%` }} />
        ))}
      </div>
      <Facts
        of={classes.map((kind) => ({
          name: words.classes[kind],
          kind,
          value: shareOf(whole[kind], whole.requests),
          more: formatCount(whole[kind]),
        }))}
      />
      <Body loaded={loaded} rows={5}>
        {(data) => (
          <List
            key={tab}
            what={dimensionName(tab)}
            columns={[words.figures.reads, ...classes.map((name) => words.classes[name])]}
            total={loaded.answer?.meta.total}
            rows={data.map((row) => {
              const value = (tab === 'page' ? row.page_path : row.browser) ?? '';
              return {
                key: value,
                name: named(value),
                size: row.requests,
                cells: [
                  formatCount(row.requests),
                  ...classes.map((name) => shareOf(row[name], row.requests)),
                ],
              };
            })}
          />
        )}
      </Body>
    </Panel>
  );
}

const csvOf = (tab: Tab, rows: readonly CoverageRow[]) =>
  toCsv(
    [tab, 'requests', ...classes],
    rows.map((row) => ({ ...row, page: row.page_path })),
  );
