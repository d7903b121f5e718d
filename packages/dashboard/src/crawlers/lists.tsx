import { useState } from 'preact/hooks';
import { toCsv } from '../api/csv.ts';
import { type CrawlersRow, crawlers } from '../api/reports.ts';
import { useReport } from '../api/use-report.ts';
import { formatCount, formatDecimal, none } from '../format/numbers.ts';
import { ExportButton } from '../panels/export-button.tsx';
import { Foreign, List } from '../panels/list.tsx';
import { Body, CsvButton, FailedPanel, Panel } from '../panels/panel.tsx';
import { Tabs } from '../panels/tabs.tsx';
import { useComparedReport } from '../panels/use-panel.ts';
import { type CrawlFilter, crawlText } from '../url/crawled.ts';
import { questionOf } from '../url/question.ts';
import { useView } from '../url/use-view.ts';
import { messages } from '../words/words.ts';
import { type ListName, lists, shareOf, valueWords } from './words.ts';

/** Reads by crawler, operator, purpose or page. A row filters the view. */
export function CrawlerList() {
  const [tab, setTab] = useState<ListName>('name');
  const { view } = useView();
  const words = messages.crawlers;
  const filter = view.crawl.map(crawlText);
  const loaded = useComparedReport(crawlers, { by: tab, limit: '100', filter });
  return (
    <Panel
      title={words.by}
      tools={
        <>
          <Tabs
            label={messages.general.by(words.figures.reads)}
            tabs={words.tabs}
            chosen={tab}
            onChoose={setTab}
          />
          <CsvButton name={words.file} loaded={loaded} text={(rows) => csvOf(tab, rows)} />
          <ExportButton what="crawls" extra={{ filter }}>
            {words.figures.reads}
          </ExportButton>
        </>
      }
    >
      <Body loaded={loaded} rows={9}>
        {(data) => <Rows tab={tab} rows={data} total={loaded.answer?.meta.total} />}
      </Body>
    </Panel>
  );
}

/** The operator and the purpose of a crawler. */
const about = ({ operator, purpose }: Pick<CrawlersRow, 'operator' | 'purpose'>) => (
  <span class="faint"> {[operator, valueWords('purpose', purpose ?? '')].filter(Boolean).join(' · ')}</span>
);

function Rows({
  tab,
  rows,
  total,
}: {
  tab: ListName;
  rows: readonly CrawlersRow[];
  total: number | undefined;
}) {
  const { view, change } = useView();
  const { figures, of, none: empty } = messages.crawlers;
  const { dimension, of: textOf } = lists[tab];
  return (
    <List
      key={tab}
      what={of[dimension]}
      columns={[
        figures.reads,
        ...(tab === 'page' ? [] : [figures.pages]),
        figures.errors,
        // An operator's crawlers may have requests that nobody can verify, of which the report has no number.
        ...(tab === 'name' ? [figures.verified] : []),
        ...(tab === 'operator' ? [figures.visitsBack, figures.readsPerVisit] : []),
      ]}
      total={total}
      empty={view.crawl.length > 0 ? messages.general.nothingFiltered : empty}
      rows={rows.map((row) => {
        const value = textOf(row) ?? '';
        const name = valueWords(dimension, value);
        const wanted: CrawlFilter = { dimension, operator: ':', values: [value] };
        const text = crawlText(wanted);
        const chosen = view.crawl.some((one) => crawlText(one) === text);
        const others = view.crawl.filter((one) => crawlText(one) !== text);
        return {
          key: `${value} ${row.operator} ${row.purpose}`,
          name,
          label: (
            <>
              <Foreign text={name} />
              {tab === 'name' && about(row)}
            </>
          ),
          size: row.requests,
          changed: row,
          cells: [
            formatCount(row.requests),
            ...(tab === 'page' ? [] : [formatCount(row.pages)]),
            shareOf(row.errors, row.requests),
            ...(tab === 'name' ? [row.verified === null ? none : shareOf(row.verified, row.requests)] : []),
            ...(tab === 'operator'
              ? [
                  row.visits_back === null ? none : formatCount(row.visits_back),
                  formatDecimal(row.requests_per_visit),
                ]
              : []),
          ],
          chosen,
          onChoose: () => change({ crawl: chosen ? others : [...view.crawl, wanted] }),
        };
      })}
    />
  );
}

const columns = ['requests', 'pages', 'errors', 'verified', 'visits_back', 'requests_per_visit'] as const;

const csvOf = (tab: ListName, rows: readonly CrawlersRow[]) =>
  toCsv(
    [lists[tab].dimension, ...columns],
    rows.map((row) => ({ ...row, crawler: row.name, page: row.page_path })),
  );

/** Crawlers of the last seven days that were absent in the seven days before. */
export function NewCrawlers() {
  const { view, now } = useView();
  const words = messages.crawlers;
  const week = {
    by: 'name',
    limit: '100',
    compare: 'previous',
    sort: 'rising',
    filter: view.crawl.map(crawlText),
  };
  const loaded = useReport(crawlers, questionOf(view, { period: '7d' }, week), now);
  const rows = loaded.answer?.data.filter(({ previous, requests }) => previous === 0 && requests > 0);
  if (!rows?.length) return <FailedPanel title={words.newThisWeek} loaded={loaded} />;
  return (
    <Panel title={words.newThisWeek}>
      <List
        what={words.of.crawler}
        columns={[words.figures.reads, words.figures.pages]}
        rows={rows.map((row) => ({
          key: `${row.name} ${row.operator} ${row.purpose}`,
          name: row.name ?? '',
          label: (
            <>
              <Foreign text={valueWords('crawler', row.name ?? '')} />
              {about(row)}
            </>
          ),
          size: row.requests,
          cells: [formatCount(row.requests), formatCount(row.pages)],
        }))}
      />
    </Panel>
  );
}
