import carriedViews from './carried_views.sql';
import deviceVisits from './device_visits.sql';
import newVisitors from './new_visitors.sql';
import pageViews from './page_views.sql';
import pageviewsByPageInPieces from './pageviews_by_page.pieces.sql';
import pageviewsByPage from './pageviews_by_page.sql';
import placeVisits from './place_visits.sql';
import sourceVisits from './source_visits.sql';
import totals from './totals.sql';
import visits from './visits.sql';

/** A rollup table, and what fills a day of it from the entity tables: everything in it can be made again at any time. */
export interface Rollup {
  table: string;
  /**
   * Takes `{day}`, its midnight in UTC, `{stage}`, the table to fill, and `{complete_until}`. A time in milliseconds is
   * compared with `{day:DateTime64(3, 'UTC')}`: against a DateTime, ClickHouse's minmax index leaves out the day's last
   * second (seen on 26.7).
   */
  fill: string;
  /**
   * Of a fill whose memory grows with the day's sessions: it then takes `{run}` and `{runs}`, and fills the part of the
   * sessions that falls to each run.
   */
  bySessions?: true;
  /**
   * Of a fill whose memory grows with the day's paths, which may be long and all of one session: it then takes `{piece}` and
   * `{pieces}`, and fills the part of the paths that falls to each piece.
   */
  byPaths?: true;
  /** What fills each piece when there are several, if `fill` cannot: less memory, more time. */
  fillInPieces?: string;
}

/** All of them. A report that finds a table behind reads the entity tables instead, so their order does not matter. */
export const rollups: readonly Rollup[] = [
  { table: 'totals', fill: totals },
  { table: 'new_visitors', fill: newVisitors },
  { table: 'page_views', fill: pageViews, byPaths: true },
  { table: 'carried_views', fill: carriedViews, byPaths: true },
  {
    table: 'pageviews_by_page',
    fill: pageviewsByPage,
    fillInPieces: pageviewsByPageInPieces,
    bySessions: true,
    byPaths: true,
  },
  { table: 'source_visits', fill: sourceVisits },
  { table: 'place_visits', fill: placeVisits },
  { table: 'device_visits', fill: deviceVisits },
  { table: 'visits', fill: visits, bySessions: true },
];
