import { engagement } from '../api/reports.ts';
import { LaterContext } from '../api/turn.ts';
import { DetailSheet } from '../detail/detail-sheet.tsx';
import type { Filter } from '../filters/filter.ts';
import { Icon } from '../icons.tsx';
import { Audience } from '../panels/audience.tsx';
import { Devices } from '../panels/devices.tsx';
import { Hours } from '../panels/hours.tsx';
import { Foreign } from '../panels/list.tsx';
import { Body, CsvButton, Panel } from '../panels/panel.tsx';
import { Places } from '../panels/places.tsx';
import { Sources } from '../panels/sources.tsx';
import { useBefore, useInsights, useViewReport } from '../panels/use-panel.ts';
import { Vitals } from '../panels/vitals.tsx';
import { Narrowed } from '../url/narrowed.tsx';
import { useView } from '../url/use-view.ts';
import { useViewHeading } from '../url/view-heading.ts';
import { messages } from '../words/words.ts';
import { bandsCsv, figuresCsv, flowCsv } from './csv.ts';
import { Figures } from './figures.tsx';
import { Flow } from './flow.tsx';
import { PagesBefore } from './pages-before.tsx';
import { Reached } from './reached.tsx';
import { Reading } from './reading.tsx';
import { ScrollDepth } from './scroll-depth.tsx';

/** One page: its readers over time, where they come from, how they read it, and what they do next. */
export function PageView({ path }: { path: string }) {
  const { change } = useView();
  const ofPage: Filter = { dimension: 'page', operator: ':', values: [path] };
  // With its most frequent next pages.
  const loaded = useViewReport(engagement(path), { limit: '6' });
  const before = useEngagementBefore(path, ofPage);
  const data = loaded.answer?.data;
  // While another page loads, this is the data of the page before.
  const title = (!loaded.loading || data?.page_path === path) && data?.page_title;
  const heading = useViewHeading(path);
  const { inText } = messages.general;

  return (
    <div class="page-view">
      <header>
        <button type="button" class="quiet" onClick={() => change({ page: undefined })}>
          <Icon name="back" /> {messages.page.allPages}
        </button>
        <h1 ref={heading} tabIndex={-1}>
          <Foreign text={title || path} />
        </h1>
        {/* Its space is kept while the title is not known. */}
        <p class="faint path">{title ? <Foreign text={path} /> : '\u00a0'}</p>
      </header>
      <Narrowed by={ofPage}>
        <Figures loaded={loaded} before={before} />
      </Narrowed>
      <Panel
        title={messages.page.flow}
        area="flow"
        tools={<CsvButton name={messages.page.nextPages} loaded={loaded} text={flowCsv} />}
      >
        <Body loaded={loaded} rows={10}>
          {(page) => <Flow page={page} onOpen={(next) => change({ page: next })} />}
        </Body>
      </Panel>
      <PagesBefore path={path} />
      <div class="stack">
        <Panel
          title={messages.page.reading}
          area="reading"
          tools={<CsvButton name={inText(messages.page.reading)} loaded={loaded} text={figuresCsv} />}
        >
          <Body loaded={loaded} rows={3}>
            {(page) => <Reading page={page} />}
          </Body>
        </Panel>
        <Reached path={path} />
      </div>
      <Panel
        title={messages.numbers.names.scroll_depth}
        area="scroll"
        tools={
          <CsvButton name={inText(messages.numbers.names.scroll_depth)} loaded={loaded} text={bandsCsv} />
        }
      >
        <Body loaded={loaded} rows={10}>
          {(page) => <ScrollDepth page={page} />}
        </Body>
      </Panel>
      <Narrowed by={ofPage}>
        <DetailSheet />
        <LaterContext.Provider value={true}>
          <Sources />
          <Places />
          <Devices />
          <Audience />
          <Hours />
          <Vitals shown={['device_type', 'country']} />
        </LaterContext.Provider>
      </Narrowed>
    </div>
  );
}

/** The page in the compared time. */
function useEngagementBefore(page: string, filter: Filter) {
  const { view } = useView();
  const { compared: span } = useInsights({ ...view, filters: [...view.filters, filter] });
  const asked = span && span.start < span.end ? span : undefined;
  const before = useBefore(engagement(page), asked, { limit: '1' });
  return { span, page: before.loading ? undefined : before.answer?.data };
}
