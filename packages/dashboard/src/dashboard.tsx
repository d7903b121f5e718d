import type { ComponentType } from 'preact';
import { useRef } from 'preact/hooks';
import { HolderContext } from './api/holder.ts';
import { OutageBanner, useOutage } from './api/outage.tsx';
import { allSites, me } from './api/reports.ts';
import { LaterContext } from './api/turn.ts';
import { useReport } from './api/use-report.ts';
import { Choices } from './choices.tsx';
import { DetailSheet } from './detail/detail-sheet.tsx';
import { Footer } from './footer.tsx';
import { FunnelView } from './funnel/funnel-view.tsx';
import { Header } from './header.tsx';
import { Home } from './home/home.tsx';
import { nameIn, severalOf } from './home/site-name.ts';
import { later } from './later.tsx';
import { SitesContext } from './manage/site-names.ts';
import { PageView } from './page-view/page-view.tsx';
import { Assistants } from './panels/assistants.tsx';
import { Audience } from './panels/audience.tsx';
import { Devices } from './panels/devices.tsx';
import { Events } from './panels/events.tsx';
import { Headlines } from './panels/headlines.tsx';
import { Hours } from './panels/hours.tsx';
import { OverTimeSource } from './panels/over-time.tsx';
import { Pages } from './panels/pages.tsx';
import { Places } from './panels/places.tsx';
import { Problem } from './panels/problem.tsx';
import { Realtime } from './panels/realtime.tsx';
import { Received } from './panels/received.tsx';
import { Sources } from './panels/sources.tsx';
import { Vitals } from './panels/vitals.tsx';
import { comparedBy } from './period/comparison.ts';
import { PrintHeading } from './print-heading.tsx';
import { RealtimeSource } from './realtime/realtime-source.tsx';
import { RealtimeView } from './realtime/realtime-view.tsx';
import { Wall } from './realtime/wall.tsx';
import { Setup } from './setup/setup.tsx';
import { isSeveral, newSite, type Tag } from './setup/tag.ts';
import { Shortcuts } from './shortcuts/shortcuts.tsx';
import { keptZone, useSiteZone } from './url/site-zone.ts';
import { useView, ViewContext, type Viewing } from './url/use-view.ts';
import { isHome, managed, type ReportName, type View } from './url/view.ts';
import { messages } from './words/words.ts';

/** Reports with a page of their own. */
const reports: Partial<Record<ReportName, ComponentType>> = {
  realtime: RealtimeView,
  funnel: FunnelView,
  retention: later(async () => (await import('./opened.ts')).RetentionView),
  journeys: later(async () => (await import('./opened.ts')).JourneysView),
  explore: later(async () => (await import('./opened.ts')).ExploreView),
  crawlers: later(async () => (await import('./opened.ts')).CrawlersView),
};
const ManageLater = later(async () => (await import('./opened.ts')).ManageView);

/** The page after signing in. */
export function Dashboard({ tag }: { tag: Tag }) {
  const viewing = useView();
  const { now, change } = viewing;
  const managing = managed.some((one) => one === viewing.view.report);
  // Besides reports, only the header needs them when the address names a site whose zone is known.
  const named = viewing.view.site;
  const later = !managing && named !== undefined && (viewing.view.tz ?? keptZone(named)) !== undefined;
  const known = useReport(allSites, siteQuery(viewing), now, siteQuery({ ...viewing, now: 0 }), later);
  // A list that is refused, or away, leaves the sites that were known.
  const latest = useRef(known.answer);
  latest.current = known.answer ?? latest.current;
  const list = latest.current?.data ?? [];
  const holder = useReport(me, '').answer?.data;
  const home = isHome(viewing.view) && list.length > 1;
  // A view of the site with the most pageviews keeps that site, even before the address names it.
  const led = useRef<string | undefined>(undefined);
  led.current = home ? undefined : (list.find(({ site_id }) => site_id === led.current) ?? list[0])?.site_id;
  const site = home ? undefined : (viewing.view.site ?? led.current ?? (known.answer && 'blog'));
  const heard =
    known.answer === undefined ||
    list.some(({ site_id }) => site_id === site) ||
    (site !== undefined && isSeveral(site));
  // A site may have only logs.
  const silent = site === newSite || (!heard && viewing.view.report !== 'crawlers');
  const outage = useOutage();
  const over = known.answer ?? known.problem ?? outage.words;
  const zone = useSiteZone(site, over === undefined ? undefined : list);
  const timezone = viewing.view.tz ?? (zone || viewing.view.timezone);
  // Without a zone of the site the address contains the reader's, so that everyone sees the same numbers.
  const tz = viewing.view.tz ?? (zone === '' ? timezone : undefined);
  const view = { ...viewing.view, site, timezone, tz };
  const own = {
    ...viewing,
    view,
    siteZone: zone || undefined,
    change: (parts: Partial<View>) => change({ site, tz, ...parts }),
  };

  const Report = view.report && reports[view.report];
  const reading = site !== undefined && !silent && (zone ?? viewing.view.tz) !== undefined;
  if (view.report === 'wall' && reading) {
    return (
      <ViewContext.Provider value={own}>
        <RealtimeSource site={site}>
          <PrintHeading site={nameIn(list, site)} />
          <Wall name={nameIn(list, site)} />
        </RealtimeSource>
      </ViewContext.Provider>
    );
  }
  const withReports = site !== undefined && !silent;
  const choices = (home || withReports) && !managing && <Choices withReports={withReports} />;
  return (
    <ViewContext.Provider value={own}>
      <HolderContext.Provider value={holder}>
        <SitesContext.Provider value={list}>
          <RealtimeSource site={home ? '*' : site}>
            {!view.embed ? (
              <Header sites={list} loaded={known} withReports={withReports}>
                {choices}
              </Header>
            ) : (
              choices && <div class="top">{choices}</div>
            )}
            <main id="main" tabIndex={-1}>
              <PrintHeading site={nameIn(list, home ? severalOf(view.group) : site)} />
              <OutageBanner />
              {site === undefined && !home && (
                <Problem class="problem card panel" problem={known.problem} retry={known.retry} />
              )}
              {home && <Home loaded={known} />}
              {site !== undefined && managing && (
                <ManageLater tag={tag} site={site} name={nameIn(list, site)} onSaved={known.retry} />
              )}
              {site !== undefined && silent && !managing && (
                <Setup key={site} tag={tag} site={site} onPing={known.retry} />
              )}
              {reading && !managing && (
                <>
                  <Shortcuts />
                  {view.page !== undefined ? (
                    <OverTimeSource>
                      <PageView path={view.page} />
                    </OverTimeSource>
                  ) : Report ? (
                    <Report />
                  ) : (
                    <div class="panels">
                      <DetailSheet />
                      <h1 class="hidden" tabIndex={-1}>
                        {messages.header.reportsOf(nameIn(list, site))}
                      </h1>
                      <OverTimeSource>
                        <Headlines />
                        <Pages />
                        <LaterContext.Provider value={true}>
                          <Sources />
                          <Events key={site} tag={tag} />
                          <Realtime />
                          <Devices />
                          <Audience />
                          <Places />
                          <Hours />
                          <Assistants />
                          <Vitals />
                          <Received />
                        </LaterContext.Provider>
                      </OverTimeSource>
                    </div>
                  )}
                </>
              )}
            </main>
            {reading && !managing && <Footer exports={view.report !== 'realtime'} />}
          </RealtimeSource>
        </SitesContext.Provider>
      </HolderContext.Provider>
    </ViewContext.Provider>
  );
}

/** The list of sites counts in the period of the view; elsewhere only their order matters. */
function siteQuery({ view, now }: Viewing): string {
  if (!isHome(view)) return 'period=30d';
  const by = comparedBy('previous', view.period, view.timezone, now);
  // No period comes before all time: asked by its first day, it would have one.
  const asked = by?.asked ?? { period: 'all' };
  return new URLSearchParams({ ...asked, ...by?.parameters, timezone: view.timezone }).toString();
}
