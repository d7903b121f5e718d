/** The rows that reports are made of: which rollup holds them, and how the same is read from the entity tables. */

import bucketTotalsLive from './bucket_totals.live.sql';
import bucketTotals from './bucket_totals.sql';
import deviceVisitsLive from './device_visits.live.sql';
import deviceVisits from './device_visits.sql';
import newVisitorsLive from './new_visitors.live.sql';
import newVisitors from './new_visitors.sql';
import pageReadingsLive from './page_readings.live.sql';
import pageReadings from './page_readings.sql';
import pageViewsEdges from './page_views.edges.sql';
import pageViewsLive from './page_views.live.sql';
import pageViews from './page_views.sql';
import placeVisitsLive from './place_visits.live.sql';
import placeVisits from './place_visits.sql';
import siteViewsLive from './site_views.live.sql';
import siteViews from './site_views.sql';
import sourceVisitsLive from './source_visits.live.sql';
import sourceVisits from './source_visits.sql';
import totalsLive from './totals.live.sql';
import totals from './totals.sql';
import touched from './touched.sql';
import touchedLate from './touched-late.sql';
import touchedSites from './touched-sites.sql';

/** Minutes of a day, an hour, and a quarter of an hour. */
export type SlotLength = 1440 | 60 | 15;

export interface Source {
  /** The rollup tables that have to be complete. */
  tables: readonly string[];
  /** The lengths of its slots, minutes; none where each row has a time of its own. */
  lengths: readonly SlotLength[];
  /** Selects the hours of the range, at least, with when they were touched; by default those that a ping may lie in. */
  touched: string;
  /**
   * Selects from the rollup what the slot `slots` stands for, or what lies between `{rolled_from}` and `{rolled_until}`, both
   * `DateTime64(3, 'UTC')`.
   */
  rolled: string;
  /** Selects the same from the entity tables, between the times that the slots `within` and `near` stand for. */
  live: string;
  /** In place of `live` before and after the stretch, also where there is neither. */
  edges?: string;
}

export type SourceName =
  | 'totals'
  | 'bucket_totals'
  | 'new_visitors'
  | 'site_views'
  | 'page_views'
  | 'page_readings'
  | 'source_visits'
  | 'place_visits'
  | 'device_visits';

export const sources: Readonly<Record<SourceName, Source>> = {
  totals: { tables: ['totals'], lengths: [1440, 60, 15], touched, rolled: totals, live: totalsLive },
  bucket_totals: {
    tables: ['totals'],
    lengths: [1440, 60, 15],
    touched,
    rolled: bucketTotals,
    live: bucketTotalsLive,
  },
  new_visitors: {
    tables: ['new_visitors'],
    lengths: [1440, 60, 15],
    touched: touchedLate,
    rolled: newVisitors,
    live: newVisitorsLive,
  },
  site_views: {
    tables: ['totals'],
    lengths: [1440, 60, 15],
    touched: touchedSites,
    rolled: siteViews,
    live: siteViewsLive,
  },
  page_views: {
    tables: ['page_views', 'carried_views'],
    lengths: [1440, 60],
    touched,
    rolled: pageViews,
    live: pageViewsLive,
    edges: pageViewsEdges,
  },
  page_readings: {
    tables: ['pageviews_by_page'],
    lengths: [],
    touched,
    rolled: pageReadings,
    live: pageReadingsLive,
  },
  source_visits: {
    tables: ['source_visits'],
    lengths: [1440, 60],
    touched,
    rolled: sourceVisits,
    live: sourceVisitsLive,
  },
  place_visits: {
    tables: ['place_visits'],
    lengths: [1440, 60],
    touched,
    rolled: placeVisits,
    live: placeVisitsLive,
  },
  device_visits: {
    tables: ['device_visits'],
    lengths: [1440, 60],
    touched,
    rolled: deviceVisits,
    live: deviceVisitsLive,
  },
};
