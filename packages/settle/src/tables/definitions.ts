/**
 * The definitions of the settled tables. How a table is packed and sorted was measured: docs/decisions and test/bench/results have the
 * figures.
 */
import {
  crawlColumns,
  crawlerKeys,
  crawlRows,
  distinctPages,
  eventColumns,
  eventRows,
  firstVisitColumns,
  firstVisitsOfDay,
  pageviewColumns,
  pageviewsInPlace,
  pageviewTotals,
  pathColumns,
  pathsOfDay,
  sessionColumns,
  sessionRows,
  sourceColumns,
  sourcesOfDay,
  totalsColumns,
  totalsOfDay,
  vitalColumns,
} from '@tallyhouse/facts';
import { propertyNames } from '@tallyhouse/ping/session-properties';
import { raw } from '@tallyhouse/sql';
import type { Definition } from './define.ts';

/** Projections ignore the codecs of columns. */
const packedProjections = "default_compression_codec = 'ZSTD(1)'";

/** Sums of some columns, which ClickHouse keeps with the rows. @param keys after the site and the day */
const sumsBy = (name: string, keys: string, sums: string) =>
  `projection ${name} (
    select site_id, day, ${keys}, ${sums}
    group by site_id, day, ${keys}
)`;

/** For views, which read the watermarks of all days: a row a site, where the table has 8192 to a mark. */
const byWatermark = `projection by_watermark (
    select site_id, day, max(watermark)
    group by site_id, day
)`;

const indexOfTimes = (column: string) => `index day_times (day, ${column}) type minmax granularity 1`;

const settledTotals: Definition = {
  name: 'settled_totals',
  fact: 'session',
  columns: totalsColumns,
  parts: () => [
    `projection views_alone (
    select site_id, day, minutes, bucket_at, views
    order by minutes, day, site_id, bucket_at
)`,
  ],
  // The rows of one length are adjacent, whether of one site or of all of them. The day is the same in all rows of a partition: in the
  // key it shows which lengths of a partition are read, as bucket_at cannot where a granule has several sites.
  orderBy: '(minutes, day, site_id, bucket_at)',
  // Granules of 8 KiB: a few rows with the long states of a large site, some 40 rows of small sites. With a row in each, a report about
  // a thousand sites took 15 times as long. Sparklines read hundreds of thousands of rows and no states: their projection has some 450
  // rows in a granule.
  settings: 'index_granularity_bytes = 8192',
  comment:
    'Totals of a site by bucket, as of the watermark of the day. Days are rebuilt as a whole from pageviews and sessions, never appended to. A table, not a projection: time zones need quarters of an hour, and a projection has one length',
  fill: (_, day) => totalsOfDay(day),
};

const settledSources: Definition = {
  name: 'settled_sources',
  fact: 'session',
  columns: sourceColumns,
  orderBy: '(site_id, -toInt64(visits))',
  settings: 'index_granularity = 32',
  comment:
    'Sources of the sessions of each day, as of its watermark. Days are rebuilt as a whole from sessions, never appended to. A table, not a projection: sorted by visits, it lets reports skip the long states of small sources',
  fill: (_, day) => sourcesOfDay(day),
};

const hour = 'toStartOfHour(first_seen_at)';

const settledSessions: Definition = {
  name: 'settled_sessions',
  fact: 'session',
  time: 'first_seen_at',
  columns: sessionColumns,
  parts: () => [
    indexOfTimes('first_seen_at'),
    sumsBy('by_place', `${hour}, country, region, city`, 'count()'),
    sumsBy('by_device', `${hour}, browser, os, device_type`, 'count()'),
    byWatermark,
  ],
  orderBy: '(site_id, session_hour, session_id)',
  settings: packedProjections,
  comment:
    'Settled copy of sessions: the sessions of each day as of its watermark. Read without FINAL. Days are rebuilt as a whole, never appended to. For sessions that changed later, reports read sessions. Projections hold the sums of each hour',
  fill: (columns, day) => sessionRows(['site_id', ...columns], day),
};

/**
 * The pageviews of a page next to each other, without ids and times: for whole days. In this order neighbours are alike, so the properties
 * take few bytes. Pageviews with web vitals are separate, so that a report of these reads no others.
 */
const rowsByPage = (columns: readonly string[]) => {
  const known = (names: readonly string[]) => names.filter((name) => columns.includes(name));
  const totals = known(pageviewTotals.map(({ name }) => name));
  const vitals = known([...vitalColumns.map(({ name }) => name), 'has_vitals']);
  return `projection rows_by_page (
    select
        site_id, day, page_path, next_page, is_entry, previous_at, ${totals.join(', ')}, exit_page,
        ${[...known(propertyNames), ...vitals].join(', ')}
    order by site_id, ${vitals.length > 0 ? 'has_vitals, ' : ''}page_path, country, region, city, os, browser, source, medium
)`;
};

const depths = [10, 20, 30, 40, 50, 60, 70, 80, 90].map((depth) => `scroll_depth >= ${depth}`);

const settledPageviews: Definition = {
  name: 'settled_pageviews',
  fact: 'session',
  time: 'entered_at',
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
  fill: (columns, day) => pageviewsInPlace(columns, day),
};

const settledVisitors: Definition = {
  name: 'settled_visitors',
  fact: 'visitor',
  time: 'first_seen_at',
  columns: firstVisitColumns,
  // States, because all reports count visitors by one method.
  parts: () => [sumsBy('by_day', 'earlier_sites', 'uniqCombined64State(17)(visitor_id)')],
  orderBy: '(site_id, first_seen_at)',
  comment:
    'Settled copy of visitors: the visitors first seen by each site on each day, as of its watermark. Read without FINAL. Days are rebuilt as a whole, never appended to. For visitors of sessions that changed later, reports read visitors',
  fill: (_, day) => firstVisitsOfDay(day),
};

const settledEvents: Definition = {
  name: 'settled_events',
  fact: 'event',
  time: 'occurred_at',
  columns: eventColumns,
  parts: () => [
    indexOfTimes('occurred_at'),
    `projection by_day (
    select site_id, day, count(), uniqCombined64StateIf(17)(visitor_id, notEmpty(visitor_id))
    group by site_id, day
)`,
    sumsBy('by_hour_of_session', 'event, currency, session_hour', 'count(), sum(amount), countIf(is_first)'),
  ],
  orderBy: '(site_id, event, occurred_at, ping_id)',
  settings: packedProjections,
  comment:
    'Settled copy of events: the events of each day that count, as of its watermark, each with the properties of its session. Read without FINAL. Days are rebuilt as a whole, never appended to. A day that changed later is read from events. Projections hold the sums of each day',
  fill: (columns, { site, at, eventHours }) =>
    eventRows(['site_id', ...columns], { site, siteCondition: raw('true'), near: eventHours, at }),
};

const settledPaths: Definition = {
  name: 'settled_paths',
  fact: 'path',
  time: 'first_view_at',
  columns: pathColumns,
  orderBy: '(site_id, node_1, node_2, node_3, node_4, node_5, node_6)',
  // One dictionary of nodes for a column of a day, not one for each granule.
  settings: 'min_bytes_for_wide_part = 0',
  comment:
    'The first nodes of the sessions of each day, as of its watermark: pageviews and events in order. Days are rebuilt as a whole, never appended to. A table of its own, as events change it too, and as it takes few bytes in this order',
  fill: (_, day) => pathsOfDay(day),
};

const crawlCounts = 'count(), countIf(status >= 400)';
const crawlSums = `${crawlCounts}, countIf(verified), count(verified)`;

const settledCrawls: Definition = {
  name: 'settled_crawls',
  fact: 'crawl',
  time: 'occurred_at',
  columns: crawlColumns,
  parts: () => [
    indexOfTimes('occurred_at'),
    sumsBy('by_crawler', crawlerKeys, `${crawlSums}, ${distinctPages.settled}`),
    sumsBy('by_page', 'class, seen_by, hostname, page_path', crawlSums),
    sumsBy('by_hour', `toStartOfHour(occurred_at), ${crawlerKeys}`, crawlCounts),
    byWatermark,
  ],
  orderBy: '(site_id, class, name, occurred_at)',
  settings: packedProjections,
  comment:
    'Settled copy of crawls: the requests of each day as of its watermark. Read without FINAL. Days are rebuilt as a whole, never appended to. A day that changed later is read from crawls. Projections hold the sums of each day',
  // Forgotten requests have no site, as the row of the watermark.
  fill: (columns, { at }) => crawlRows(['site_id', ...columns], { siteCondition: raw("site_id != ''"), at }),
};

export const definitions: readonly Definition[] = [
  settledTotals,
  settledSources,
  settledSessions,
  settledPageviews,
  settledVisitors,
  settledEvents,
  settledPaths,
  settledCrawls,
];
