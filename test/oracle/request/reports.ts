import columns from '../columns.json';
import { attribution } from '../reports/attribution.ts';
import { breakdown } from '../reports/breakdown.ts';
import { coverage, crawlers, crawlersOverTime, exportCrawls } from '../reports/crawlers.ts';
import { devices } from '../reports/devices.ts';
import { digest } from '../reports/digest.ts';
import { engagement } from '../reports/engagement.ts';
import { eventProperties } from '../reports/event-properties.ts';
import { events } from '../reports/events.ts';
import { eventsOverTime } from '../reports/events-over-time.ts';
import { exportEvents, exportPages, exportPageviews, exportSessions } from '../reports/exports.ts';
import { funnel } from '../reports/funnel.ts';
import { geo } from '../reports/geo.ts';
import { insights } from '../reports/insights.ts';
import { journeys } from '../reports/journeys.ts';
import { overview } from '../reports/overview.ts';
import { pages } from '../reports/pages.ts';
import { pageviewsOverTime } from '../reports/pageviews-over-time.ts';
import { pings } from '../reports/pings.ts';
import { query } from '../reports/query.ts';
import { realtime } from '../reports/realtime.ts';
import type { ReportBody, ResolvedRequest } from '../reports/report.ts';
import { retention } from '../reports/retention.ts';
import { search } from '../reports/search.ts';
import { sites } from '../reports/sites.ts';
import { sources } from '../reports/sources.ts';
import { vitals } from '../reports/vitals.ts';

type Report = (request: ResolvedRequest) => ReportBody;

export interface File {
  columns: string[];
  rows: (request: ResolvedRequest) => Record<string, unknown>[];
}

/** The definition of each JSON report, by its path; `:page` is a placeholder for the page. */
export const reports: Record<string, Report> = {
  '/overview': overview,
  '/pages': pages,
  '/pages/:page/engagement': engagement,
  '/sources': sources,
  '/geo': geo,
  '/devices': devices,
  '/breakdown': breakdown,
  '/pageviews-over-time': pageviewsOverTime,
  '/insights': insights,
  '/digest': digest,
  '/realtime': realtime,
  '/pings': pings,
  '/search': search,
  '/sites': sites,
  '/query': query,
  '/events': events,
  '/events/:event/properties': eventProperties,
  '/events-over-time': eventsOverTime,
  '/funnel': funnel,
  '/retention': retention,
  '/journeys': journeys,
  '/attribution': attribution,
  '/vitals': vitals,
  '/crawlers': crawlers,
  '/crawlers-over-time': crawlersOverTime,
  '/coverage': coverage,
};

/** Lists that compare rows only with `compare`. */
export const comparedLists = ['/pages', '/sources', '/geo', '/devices', '/breakdown', '/events', '/crawlers'];

/** The definition of each file; columns.json has its columns in the order of `columns=all`. */
export const exports: Record<string, File> = {
  '/export/pageviews': { columns: columns['/export/pageviews'], rows: exportPageviews },
  '/export/sessions': { columns: columns['/export/sessions'], rows: exportSessions },
  '/export/pages': { columns: columns['/export/pages'], rows: exportPages },
  '/export/crawls': { columns: columns['/export/crawls'], rows: exportCrawls },
  '/export/events': { columns: columns['/export/events'], rows: exportEvents },
};

export const paths = [...Object.keys(reports), ...Object.keys(exports)];
