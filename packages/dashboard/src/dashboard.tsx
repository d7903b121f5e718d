import { OutageBanner } from './api/outage.tsx';
import { sites } from './api/reports.ts';
import { useReport } from './api/use-report.ts';
import { DetailSheet } from './detail/detail-sheet.tsx';
import { FilterChips } from './filters/chips.tsx';
import { Footer } from './footer.tsx';
import { FunnelView } from './funnel/funnel-view.tsx';
import { Header } from './header.tsx';
import { JourneysView } from './journeys/journeys-view.tsx';
import { PageView } from './page-view/page-view.tsx';
import { Audience } from './panels/audience.tsx';
import { Devices } from './panels/devices.tsx';
import { Events } from './panels/events.tsx';
import { Headlines } from './panels/headlines.tsx';
import { Hours } from './panels/hours.tsx';
import { Pages } from './panels/pages.tsx';
import { Places } from './panels/places.tsx';
import { Realtime } from './panels/realtime.tsx';
import { RealtimeSource } from './panels/realtime-source.tsx';
import { Received } from './panels/received.tsx';
import { Sources } from './panels/sources.tsx';
import { PeriodControls } from './period/controls.tsx';
import { RetentionView } from './retention/retention-view.tsx';
import { Setup } from './setup/setup.tsx';
import { newSite, type Tag } from './setup/tag.ts';
import { Shortcuts } from './shortcuts/shortcuts.tsx';
import { useView, ViewContext } from './url/use-view.ts';

/** The page after signing in. */
export function Dashboard({ tag }: { tag: Tag }) {
  const viewing = useView();
  const known = useReport(sites, 'limit=100&period=30d', viewing.now);
  const list = known.answer?.data ?? [];
  const site = viewing.view.site ?? list[0]?.site_id ?? (known.answer && 'blog');
  const heard = known.answer === undefined || list.some(({ site_id }) => site_id === site);
  const silent = site === newSite || !heard;
  const view = { ...viewing.view, site };

  return (
    <ViewContext.Provider value={{ ...viewing, view }}>
      <RealtimeSource>
        <Header sites={list} withReports={site !== undefined && !silent} />
        <main id="main" tabIndex={-1}>
          <OutageBanner />
          {known.problem !== undefined && site === undefined && (
            <p role="alert" class="problem card">
              {known.problem}{' '}
              <button type="button" onClick={known.retry}>
                Try again
              </button>
            </p>
          )}
          {site !== undefined && silent && <Setup key={site} tag={tag} site={site} onPing={known.retry} />}
          {site !== undefined && !silent && (
            <>
              <Shortcuts />
              <div class="toolbar">
                <FilterChips />
                <PeriodControls />
              </div>
              {view.page !== undefined ? (
                <PageView path={view.page} />
              ) : view.report === 'funnel' ? (
                <FunnelView />
              ) : view.report === 'retention' ? (
                <RetentionView />
              ) : view.report === 'journeys' ? (
                <JourneysView />
              ) : (
                <div class="panels">
                  <DetailSheet />
                  <h1 class="hidden">Reports of {site}</h1>
                  <Headlines />
                  <Pages />
                  <Sources />
                  <Events key={site} tag={tag} />
                  <Realtime />
                  <Places />
                  <Devices />
                  <Audience />
                  <Hours />
                  <Received />
                </div>
              )}
            </>
          )}
        </main>
        {site !== undefined && !silent && <Footer />}
      </RealtimeSource>
    </ViewContext.Provider>
  );
}
