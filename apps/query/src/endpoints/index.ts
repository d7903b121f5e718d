import { annotations } from './annotations.ts';
import { attribution } from './attribution.ts';
import { breakdown } from './breakdown.ts';
import { coverage } from './coverage.ts';
import { crawlers } from './crawlers.ts';
import { crawlersOverTime } from './crawlers-over-time.ts';
import type { Endpoint } from './define/endpoint.ts';
import { devices } from './devices.ts';
import { digest } from './digest.ts';
import { eventProperties } from './events/properties.ts';
import { events } from './events.ts';
import { eventsOverTime } from './events-over-time.ts';
import { exportCrawls } from './export/crawls.ts';
import { exportEvents } from './export/events.ts';
import { exportPages } from './export/pages.ts';
import { exportPageviews } from './export/pageviews.ts';
import { exportSessions } from './export/sessions.ts';
import { funnel } from './funnel.ts';
import { geo } from './geo.ts';
import { insights } from './insights.ts';
import { journeys } from './journeys.ts';
import { me } from './me.ts';
import { overview } from './overview.ts';
import { engagement } from './pages/engagement.ts';
import { pages } from './pages.ts';
import { pageviewsOverTime } from './pageviews-over-time.ts';
import { pings } from './pings.ts';
import { query } from './query.ts';
import { realtime } from './realtime.ts';
import { retention } from './retention.ts';
import { search } from './search.ts';
import { site } from './sites/site.ts';
import { sites } from './sites.ts';
import { sources } from './sources.ts';
import { webVitals } from './vitals.ts';

/** All endpoints of /api/v1. */
export const endpoints: readonly Endpoint[] = [
  overview,
  pages,
  engagement,
  sources,
  breakdown,
  geo,
  devices,
  pageviewsOverTime,
  query,
  insights,
  digest,
  realtime,
  search,
  exportPageviews,
  exportSessions,
  exportPages,
  events,
  eventProperties,
  eventsOverTime,
  exportEvents,
  funnel,
  retention,
  journeys,
  attribution,
  webVitals,
  crawlers,
  crawlersOverTime,
  coverage,
  exportCrawls,
  annotations,
  sites,
  site,
  pings,
  me,
];
