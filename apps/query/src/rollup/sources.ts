/** The rows that reports are made of: which rollups hold them, and how the same is read from the entity tables. */

import type { Filter } from '../filter/filter.ts';
import bucketTotalsFiltered from './bucket_totals.filtered.sql';
import bucketTotalsLive from './bucket_totals.live.sql';
import bucketTotals from './bucket_totals.sql';
import deviceVisitsFiltered from './device_visits.filtered.sql';
import deviceVisitsLive from './device_visits.live.sql';
import deviceVisits from './device_visits.sql';
import dimensionVisitsFiltered from './dimension_visits.filtered.sql';
import dimensionVisitsLive from './dimension_visits.live.sql';
import focusTimesFiltered from './focus_times.filtered.sql';
import focusTimesLive from './focus_times.live.sql';
import focusTimes from './focus_times.sql';
import newVisitorsEdges from './new_visitors.edges.sql';
import newVisitorsLive from './new_visitors.live.sql';
import newVisitors from './new_visitors.sql';
import pageFlowFiltered from './page_flow.filtered.sql';
import pageFlowLive from './page_flow.live.sql';
import pageFlow from './page_flow.sql';
import pageReadingsFiltered from './page_readings.filtered.sql';
import pageReadingsLive from './page_readings.live.sql';
import pageReadings from './page_readings.sql';
import pageViewsEdges from './page_views.edges.sql';
import pageViewsFiltered from './page_views.filtered.sql';
import pageViewsFilteredEdges from './page_views.filtered-edges.sql';
import pageViewsLive from './page_views.live.sql';
import pageViews from './page_views.sql';
import placeVisitsFiltered from './place_visits.filtered.sql';
import placeVisitsLive from './place_visits.live.sql';
import placeVisits from './place_visits.sql';
import sessionTotalsFiltered from './session_totals.filtered.sql';
import sessionTotalsLive from './session_totals.live.sql';
import siteViewsLive from './site_views.live.sql';
import siteViews from './site_views.sql';
import sourceVisitsFiltered from './source_visits.filtered.sql';
import sourceVisitsLive from './source_visits.live.sql';
import sourceVisits from './source_visits.sql';
import totalsLive from './totals.live.sql';
import totals from './totals.sql';
import touched from './touched-site.sql';
import touchedSites from './touched-sites.sql';
import visitorViewsFiltered from './visitor_views.filtered.sql';
import visitorViewsLive from './visitor_views.live.sql';

/** Minutes of a day, an hour, and a quarter of an hour. */
export type SlotLength = 1440 | 60 | 15;

/** Rows from rollup tables. */
export interface Rolled {
  /** The tables that have to be complete. */
  tables: readonly string[];
  /** The lengths of their slots, minutes; none where each row has times of its own. */
  lengths: readonly SlotLength[];
  /** Selects the hours that a ping may lie in, with when they were touched, in order. */
  touched: string;
  /** Whether a late ping changes all later hours too, as it moves when a visitor was first seen from any of them. */
  movedByLatePings?: true;
  /** Selects the rows, of the slots that the slot `slots` stands for, or between the times that `within` stands for. */
  sql: string;
  /** In place of `live` before and after the stretch. */
  edges?: string;
  /** Whether `edges` has something to add where nothing is before or after the stretch, too. */
  edgesAlways?: true;
  /** The same in rows that have times of their own, for what the slots leave: read without `FINAL`. */
  finer?: Rolled;
}

export interface Source {
  /** Selects the rows from the entity tables, between the times that the slots `within` and `near` stand for. */
  live: string;
  /** Sums, which no filter can look into. */
  summed?: Rolled;
  /** The same from rows that can be filtered by properties of sessions. */
  filtered?: Rolled;
}

export type SourceName =
  | 'totals'
  | 'bucket_totals'
  | 'new_visitors'
  | 'site_views'
  | 'page_views'
  | 'page_flow'
  | 'page_readings'
  | 'focus_times'
  | 'source_visits'
  | 'place_visits'
  | 'device_visits'
  | 'dimension_visits'
  | 'visitor_views'
  | 'session_totals';

/** Of a table whose rows have times of their own. */
const rowsOf = (table: string, sql: string): Rolled => ({ tables: [table], lengths: [], touched, sql });

/** Of whole slots, where rows that can be filtered tell what these leave. */
const slotsOf = (
  table: string,
  lengths: readonly SlotLength[],
  live: string,
  sql: string,
  rows: Rolled,
): Source => ({ live, summed: { tables: [table], lengths, touched, sql, finer: rows }, filtered: rows });

export const sources: Readonly<Record<SourceName, Source>> = {
  totals: {
    live: totalsLive,
    summed: { tables: ['totals'], lengths: [1440, 60, 15], touched, sql: totals },
  },
  bucket_totals: {
    live: bucketTotalsLive,
    summed: { tables: ['totals'], lengths: [1440, 60, 15], touched, sql: bucketTotals },
    filtered: rowsOf('visits', bucketTotalsFiltered),
  },
  new_visitors: {
    live: newVisitorsLive,
    summed: { ...rowsOf('new_visitors', newVisitors), edges: newVisitorsEdges, movedByLatePings: true },
  },
  site_views: {
    live: siteViewsLive,
    summed: { tables: ['totals'], lengths: [1440, 60, 15], touched: touchedSites, sql: siteViews },
  },
  page_views: {
    live: pageViewsLive,
    summed: {
      tables: ['page_views', 'carried_views'],
      lengths: [1440, 60],
      touched,
      sql: pageViews,
      edges: pageViewsEdges,
      edgesAlways: true,
    },
    filtered: {
      ...rowsOf('pageviews_by_page', pageViewsFiltered),
      edges: pageViewsFilteredEdges,
    },
  },
  page_flow: slotsOf(
    'pageviews_by_page',
    [1440],
    pageFlowLive,
    pageFlow,
    rowsOf('pageviews_by_page', pageFlowFiltered),
  ),
  page_readings: slotsOf(
    'pageviews_by_page',
    [1440],
    pageReadingsLive,
    pageReadings,
    rowsOf('pageviews_by_page', pageReadingsFiltered),
  ),
  focus_times: slotsOf(
    'pageviews_by_page',
    [1440],
    focusTimesLive,
    focusTimes,
    rowsOf('pageviews_by_page', focusTimesFiltered),
  ),
  source_visits: slotsOf(
    'source_visits',
    [1440, 60],
    sourceVisitsLive,
    sourceVisits,
    rowsOf('visits', sourceVisitsFiltered),
  ),
  place_visits: slotsOf(
    'place_visits',
    [1440, 60],
    placeVisitsLive,
    placeVisits,
    rowsOf('visits', placeVisitsFiltered),
  ),
  device_visits: slotsOf(
    'device_visits',
    [1440, 60],
    deviceVisitsLive,
    deviceVisits,
    rowsOf('visits', deviceVisitsFiltered),
  ),
  dimension_visits: { live: dimensionVisitsLive, filtered: rowsOf('visits', dimensionVisitsFiltered) },
  visitor_views: { live: visitorViewsLive, filtered: rowsOf('visits', visitorViewsFiltered) },
  session_totals: { live: sessionTotalsLive, filtered: rowsOf('visits', sessionTotalsFiltered) },
};

/** What of a source may come from rollups under these filters, if anything. */
export function rolledOf(name: SourceName, filters: readonly Filter[]): Rolled | undefined {
  const { summed, filtered } = sources[name];
  if (filters.length === 0) return summed ?? filtered;
  return filters.every(({ dimension }) => dimension.holder === 'session') ? filtered : undefined;
}
