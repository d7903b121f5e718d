import { pageviewColumns, pageviewsInPlace } from '@tallyhouse/facts';
import { propertyNames } from '@tallyhouse/ping/session-properties';
import type { Definition } from './define.ts';
import { byWatermark, indexOfTimes, packedProjections, sumsBy } from './parts.ts';

const properties = (columns: readonly string[]) => propertyNames.filter((name) => columns.includes(name));

/**
 * The pageviews of a page side by side, without ids and times: for whole days. In this order neighbours are alike, so the properties take
 * few bytes.
 */
const rowsByPage = (columns: readonly string[]) => `projection rows_by_page (
        select
            site_id, day, page_path, next_page, is_entry, previous_at, focus_time_ms, scroll_depth, word_count, exit_page,
            ${properties(columns).join(', ')}
        order by site_id, page_path, country, region, city, os, browser, source, medium
    )`;

const depths = [10, 20, 30, 40, 50, 60, 70, 80, 90].map((depth) => `scroll_depth >= ${depth}`);

export const settledPageviews: Definition = {
  name: 'settled_pageviews',
  fact: 'session',
  day: 'UTC day of entered_at',
  columns: pageviewColumns,
  parts: (columns) => [
    indexOfTimes('entered_at'),
    sumsBy(
      'by_page',
      'page_path',
      `count(), countIf(previous_at = 0), max(word_count), sum(focus_time_ms), sum(scroll_depth), sumForEach([${depths.join(', ')}])`,
    ),
    sumsBy('by_next_page', 'page_path, next_page', 'count(), countIf(previous_at = 0), countIf(is_entry)'),
    rowsByPage(columns),
    byWatermark,
  ],
  orderBy: '(site_id, session_hour, session_id)',
  settings: packedProjections,
  comment:
    'Settled copy of pageviews: the pageviews of each day as of its watermark, each with its position in its session and the properties of the session. Read without FINAL. Days are rebuilt as a whole, never appended to. For sessions that changed later, reports read pageviews. Projections hold the sums of each day, and its rows by page',
  fill: (columns, day) => pageviewsInPlace(properties(columns), day),
};
