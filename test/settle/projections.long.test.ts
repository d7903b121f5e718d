import { type Filter, parseCrawlFilter, parseFilter } from '@tallyhouse/filter';
import { emptyRow } from '@tallyhouse/ping';
import { sessionProperties } from '@tallyhouse/ping/session-properties';
import { createReader, nameOf, type Reader, type Relation, wantedBy } from '@tallyhouse/query/reader';
import * as relations from '@tallyhouse/query/relations';
import { readingSettings } from '@tallyhouse/query/settings';
import { ownTables } from '@tallyhouse/settle';
import { render } from '@tallyhouse/sql';
import { forAllTests } from '../api/shared-service.ts';
import { createTestDatabase, insertPings } from '../harness/clickhouse.ts';
import { insertCrawls } from '../harness/crawls.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { settleDays } from './settle-days.ts';

const midnight = Date.parse('2026-10-14T00:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;

const db = forAllTests(createTestDatabase);
beforeAll(async () => {
  // More than a granule of pageviews: with fewer, ClickHouse has no choice.
  const pings = Array.from({ length: 40_000 }, (_, visit) => {
    const pinged_at = midnight + visit * 1000;
    const [visitor_id, session_id, pageview_id] = [uuid7(pinged_at), uuid7(pinged_at), uuid7(pinged_at)];
    const vitals: Record<string, number> = visit % 3 === 0 ? { lcp_ms: 900 } : {};
    const page_path = visit % 4 === 0 ? '/a' : '/b';
    return { pinged_at, visitor_id, session_id, pageview_id, page_path, vitals };
  });
  await insertPings(db.client, pings);
  const signup = { pageview_id: emptyRow.pageview_id, event: 'Signup' };
  await insertPings(
    db.client,
    pings.map((ping) => ({ ...ping, ...signup })),
  );
  const requests = pings.map(({ pinged_at, page_path }) => ({ occurred_at: pinged_at, page_path }));
  await insertCrawls(
    db.client,
    requests.map((request) => ({ ...request, name: 'GPTBot' })),
  );
  await settleDays(db.client, ['2026-10-14']);
});

const [pageReadings, pageFlow, focusTimes] = [
  relations.pageReadings('/a'),
  relations.pageFlow('/a'),
  relations.focusTimes('/a'),
];

test.each<[string, Relation, string]>([
  ['pageViews', relations.pageViews, 'by_page'],
  ['pageViewsOfSites', relations.pageViewsOfSites, 'by_page'],
  ['pageReadings', pageReadings, 'by_page'],
  ['pageFlow', pageFlow, 'by_next_page'],
  ['focusTimes', focusTimes, 'rows_by_page'],
  ['views of vitals', relations.viewsBy('page_path'), 'by_page'],
  ['vitals by page', relations.vitalValues('page_path'), 'rows_by_page'],
  ['vitals by country', relations.vitalValues('country'), 'rows_by_page'],
  ['deviceVisits', relations.deviceVisits, 'by_device'],
  ['placeVisits', relations.placeVisits, 'by_place'],
  ['newVisitors', relations.newVisitors, 'by_day'],
  ['eventCounts', relations.eventCounts, 'by_hour_of_session'],
  ['eventBuckets', relations.eventBuckets(''), 'by_day'],
])('whole days of %s are read from its projection', async (_, relation, projection) => {
  expect(await explained(relation, [])).toContain(`ReadFromMergeTree (${projection})`);
});

test('days within which parts of a sparkline begin are read without the states of visitors', async () => {
  const parts = [-1, 0, 1].map((days) => midnight + days * day + 5 * hour);
  expect(await explained(relations.siteViews, [], [midnight - 2 * day, ...parts])).toContain(
    'ReadFromMergeTree (views_alone)',
  );
});

test.each([...Object.keys(sessionProperties), 'exit_page'])(
  'whole days of a page, filtered by %s, are read from the projection by page',
  async (property) => {
    for (const relation of [pageReadings, pageFlow, focusTimes])
      expect(await explained(relation, [`${property}:x`])).toContain('ReadFromMergeTree (rows_by_page)');
  },
);

test('whole days of one page in the list of pages are read from sums', async () => {
  expect(await explained(relations.pageViews, ['page:/a'])).toContain('ReadFromMergeTree (by_page)');
});

test.each<[string, Relation, string]>([
  ['names', relations.crawlsBy(['name', 'operator', 'purpose']), 'by_crawler'],
  ['operators', relations.crawlsBy(['operator']), 'by_crawler'],
  ['pages', relations.crawlsBy(['page_path']), 'by_page'],
  ['buckets', relations.crawlBuckets, 'by_hour'],
])(
  'requests of crawlers by %s are read from sums, with filters on what these have',
  async (_, relation, projection) => {
    const starts = [-2 * day, 5 * hour].map((ms) => midnight + ms);
    const own = projection === 'by_page' ? [] : ['operator:OpenAI', 'crawler~gpt', 'purpose:training'];
    for (const filter of ['', 'hostname:a.example', 'seen_by:log', ...own])
      expect(await explained(relation, [filter], starts, parseCrawlFilter)).toContain(
        `ReadFromMergeTree (${projection})`,
      );
  },
);

async function explained(
  relation: Relation,
  filter: string[],
  bucketStarts = [midnight - 2 * day],
  parse: (text: string) => Filter | undefined = parseFilter,
): Promise<string> {
  const range = { start: midnight - 2 * day, end: midnight + 2 * day };
  const runs = [{ state: 'settled' as const, from: range.start, until: range.end }];
  const filters = filter.flatMap((one) => parse(one) ?? []);
  const sites = { ids: ['blog'], every: false };
  const about = { sites, range, period: range, bucketStarts, filters, now: range.end };
  const build = (read: Reader) => read.rows(relation);
  const names = wantedBy(build, about).map(({ tables }) => nameOf(tables));
  const trusted = new Map(names.map((name) => [name, { runs, changedSince: undefined }]));
  const { sql, values: query_params } = render(build(createReader(about, trusted)), undefined, ownTables);
  const asked = { query: `explain ${sql}`, query_params, clickhouse_settings: readingSettings };
  return (await db.reader.query({ ...asked, format: 'TabSeparated' })).text();
}
