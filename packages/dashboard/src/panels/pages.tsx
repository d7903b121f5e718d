import { useState } from 'preact/hooks';
import { breakdown, pages, search } from '../api/reports.ts';
import { dimensionName, dimensionNames } from '../filters/filter.ts';
import { useSettled } from '../filters/use-settled.ts';
import { formatCount, formatMilliseconds, formatWholePercent } from '../format/numbers.ts';
import { goalCells, goalColumns } from '../goal/goal-columns.tsx';
import { Icon } from '../icons.tsx';
import { messages } from '../words/words.ts';
import { byValue } from './breakdown.tsx';
import { useChangeSorting } from './change.tsx';
import { ExportButton } from './export-button.tsx';
import { isShort, List, Named, type Row, roomBelow } from './list.tsx';
import { OpenPage } from './open-page.tsx';
import { PagesOfVisits } from './pages-of-visits.tsx';
import { Body, Panel } from './panel.tsx';
import { Tabs } from './tabs.tsx';
import { useChoice, useGoalReport, useViewReport } from './use-panel.ts';
import { VisitRows } from './visit-rows.tsx';

type Tab = keyof typeof messages.panels.pageTabs;

export function Pages() {
  const [tab, setTab] = useState<Tab>('pages');
  const [text, setText] = useState('');
  const q = useSettled(text.trim(), 200);
  return (
    <Panel
      title={dimensionNames('page')}
      area="pages"
      tools={
        <>
          <Tabs
            label={messages.general.by(dimensionNames('page'))}
            tabs={messages.panels.pageTabs}
            chosen={tab}
            onChoose={setTab}
          />
          <ExportButton what="pages" />
        </>
      }
    >
      <label class="search">
        <Icon name="search" />
        <input
          type="search"
          aria-label={messages.panels.searchPages}
          placeholder={messages.panels.searchPaths}
          maxLength={200}
          value={text}
          onInput={({ currentTarget }) => setText(currentTarget.value)}
        />
      </label>
      {q !== '' ? <Found q={q} /> : tab === 'pages' ? <TopPages /> : <Visits by={tab} />}
    </Panel>
  );
}

function TopPages() {
  const sorting = useChangeSorting();
  const loaded = useGoalReport(pages, { limit: '100' }, sorting.order);
  const rowOf = usePageRow();
  return (
    <Body loaded={loaded} rows={9}>
      {(list) => (
        <>
          <List
            what={dimensionName('page')}
            {...goalColumns(list, [
              messages.numbers.names.pageviews,
              messages.numbers.names.visits,
              messages.numbers.names.focus_time,
              messages.numbers.names.scroll_depth,
            ])}
            total={loaded.answer?.meta.total}
            detail="page"
            sorting={sorting}
            rows={list.map((page) => ({
              ...rowOf(
                page,
                page.views,
                goalCells(list, page, [
                  formatCount(page.views),
                  formatCount(page.unique_views),
                  formatMilliseconds(page.avg_focus_time_ms),
                  formatWholePercent(page.avg_scroll_depth),
                ]),
              ),
              changed: page,
            }))}
          />
          {isShort(list) && (
            <PagesOfVisits by="exit_page" title={messages.panels.whereTheyEnded} most={roomBelow(list)} />
          )}
        </>
      )}
    </Body>
  );
}

function Found({ q }: { q: string }) {
  const loaded = useViewReport(search, { q, limit: '100' });
  const rowOf = usePageRow();
  return (
    <Body loaded={loaded} rows={9}>
      {(list) => (
        <List
          what={dimensionName('page')}
          columns={[messages.numbers.names.pageviews]}
          total={loaded.answer?.meta.total}
          rows={list.map((page) => rowOf(page, page.views, [formatCount(page.views)]))}
          empty={messages.panels.noSuchPage}
        />
      )}
    </Body>
  );
}

function Visits({ by }: { by: Exclude<Tab, 'pages'> }) {
  const loaded = useGoalReport(breakdown, { dimension: by, limit: '100' });
  return (
    <Body loaded={loaded} rows={9}>
      {(list) => (
        <VisitRows
          {...byValue}
          by={by}
          numbers={['visits', 'bounce_rate']}
          rows={list}
          total={loaded.answer?.meta.total}
        />
      )}
    </Body>
  );
}

interface Page {
  page_path: string;
  page_title: string;
}

/** A row that filters by its page, with a button that opens the page's view. */
function usePageRow() {
  const choice = useChoice();
  return ({ page_path, page_title }: Page, size: number, cells: Row['cells']): Row => ({
    key: page_path,
    name: page_title ? `${page_path} · ${page_title}` : page_path,
    label: <Named text={page_path} second={page_title} />,
    size,
    cells,
    ...choice(['page', page_path]),
    more: <OpenPage path={page_path} />,
  });
}
