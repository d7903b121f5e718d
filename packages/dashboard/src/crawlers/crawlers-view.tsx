import { useMemo } from 'preact/hooks';
import { crawlersOverTime } from '../api/reports.ts';
import { ReadMore } from '../definitions/empty.tsx';
import { Chip } from '../filters/chip.tsx';
import { Foreign } from '../panels/list.tsx';
import { Body, Panel } from '../panels/panel.tsx';
import { useViewReport } from '../panels/use-panel.ts';
import { granularityOf } from '../period/period.ts';
import { ReportHeading } from '../report-heading.tsx';
import { Copied } from '../setup/copied.tsx';
import { siteToCopy } from '../setup/tag.ts';
import { type CrawlFilter, crawlText } from '../url/crawled.ts';
import { useView, ViewContext } from '../url/use-view.ts';
import { Phrase } from '../words/phrase.tsx';
import { messages } from '../words/words.ts';
import { CoveragePanel } from './coverage.tsx';
import { CrawlBars, CrawlFigures } from './figures.tsx';
import { CrawlerList, NewCrawlers } from './lists.tsx';
import { crawlCondition } from './words.ts';

/** Which machines read the site, for what purpose, and with which result. Filters of visits do not apply: the view has its own. */
export function CrawlersView() {
  const viewing = useView();
  const { view } = viewing;
  const own = useMemo(() => ({ ...view, filters: [] }), [view]);
  return (
    <ViewContext.Provider value={{ ...viewing, view: own }}>
      <div class="report-view crawlers">
        <ReportHeading name={messages.header.reportNames.crawlers} about={messages.crawlers.about} />
        <Chosen />
        <Reads />
        <CoveragePanel />
      </div>
    </ViewContext.Provider>
  );
}

function Chosen() {
  const { view, change } = useView();
  if (view.crawl.length === 0) return null;
  return (
    <p class="chosen">
      {view.crawl.map((filter) => {
        const words = crawlCondition(filter);
        return (
          <Chip
            key={crawlText(filter)}
            words={<Foreign text={words} />}
            remove={messages.filters.removeFilter(words)}
            onRemove={() => change({ crawl: view.crawl.filter((one: CrawlFilter) => one !== filter) })}
          />
        );
      })}
    </p>
  );
}

function Reads() {
  const { view, now } = useView();
  const words = messages.crawlers;
  const granularity = granularityOf(view, now);
  const filter = view.crawl.map(crawlText);
  const series = useViewReport(crawlersOverTime, { granularity, filter });
  const isEmpty = series.answer?.data.every(({ requests }) => requests === 0) ?? false;
  if (isEmpty && filter.length === 0) return <NoCrawls />;
  return (
    <>
      <Panel title={words.figures.reads}>
        <CrawlFigures />
        <Body loaded={series} rows={3}>
          {(buckets) => <CrawlBars buckets={buckets} granularity={granularity} />}
        </Body>
      </Panel>
      <CrawlerList />
      <NewCrawlers />
    </>
  );
}

/** Explains how to send the logs of a site. */
function NoCrawls() {
  const { view } = useView();
  const { none, live, docs } = messages.crawlers;
  const site = siteToCopy(view.site);
  return (
    <Panel title={messages.header.reportNames.crawlers}>
      <div class="no-events">
        <p>{none}</p>
        <Copied
          text={`tallyhouse import --from combined --site ${site} --no-pageviews --follow /var/log/nginx/access.log`}
        />
        <p>{live}</p>
        <Copied
          text={`curl -H 'Authorization: Bearer <key>' -H 'Content-Type: application/x-ndjson' --data-binary @requests.ndjson <ingest>/api/crawl`}
        />
        <p class="faint">
          <Phrase text={docs} /> <ReadMore area="crawls" />
        </p>
      </div>
    </Panel>
  );
}
