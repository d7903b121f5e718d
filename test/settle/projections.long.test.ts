import { emptyRow } from '@tallyhouse/ping';
import { sessionProperties } from '@tallyhouse/ping/session-properties';
import { readingSettings } from '@tallyhouse/query/reading-settings';
import { readRequest } from '@tallyhouse/query/report-request';
import { rowSetsIn } from '@tallyhouse/query/rows';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { settleDays } from './settle-days.ts';

const midnight = Date.parse('2026-10-14T00:00:00Z');
const hour = 3_600_000;
const day = 24 * hour;

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  // More than a granule of pageviews: otherwise ClickHouse has no choice.
  const pings = Array.from({ length: 40_000 }, (_, visit) => {
    const pinged_at = midnight + visit * 1000;
    const [visitor_id, session_id, pageview_id] = [uuid7(pinged_at), uuid7(pinged_at), uuid7(pinged_at)];
    return { pinged_at, visitor_id, session_id, pageview_id, page_path: visit % 4 === 0 ? '/a' : '/b' };
  });
  await insertPings(db.client, pings);
  await insertPings(
    db.client,
    pings.map((ping) => ({ ...ping, pageview_id: emptyRow.pageview_id, event: 'Signup' })),
  );
  await settleDays(db.client, ['2026-10-14']);
});
afterAll(() => db.drop());

test.each([
  ['page_views', 'by_page'],
  ['page_readings', 'by_page'],
  ['page_flow', 'by_next_page'],
  ['focus_times', 'rows_by_page'],
  ['device_visits', 'by_device'],
  ['place_visits', 'by_place'],
  ['new_visitors', 'by_day'],
  ['event_counts', 'by_hour_of_session'],
  ['event_buckets', 'by_day'],
])('whole days of %s are read from the projection %s', async (rowSet, projection) => {
  expect(await explained(rowSet, [])).toContain(`ReadFromMergeTree (${projection})`);
});

test('days within which parts of a sparkline begin are read without the states of visitors', async () => {
  const parts = [-1, 0, 1].map((days) => midnight + days * day + 5 * hour);
  expect(await explained('site_views', [], [midnight - 2 * day, ...parts])).toContain(
    'ReadFromMergeTree (views_alone)',
  );
});

test.each([...Object.keys(sessionProperties), 'exit_page'])(
  'whole days of a page, filtered by %s, are read from the projection by page',
  async (property) => {
    for (const rowSet of ['page_readings', 'page_flow', 'focus_times'])
      expect(await explained(rowSet, [`${property}:x`])).toContain('ReadFromMergeTree (rows_by_page)');
  },
);

test('whole days of one page in the list of pages are read from sums', async () => {
  expect(await explained('page_views', ['page:/a'])).toContain('ReadFromMergeTree (by_page)');
});

/** ClickHouse's plan for a row set over settled days. */
async function explained(
  rowSet: string,
  filter: string[],
  bucketStarts = [midnight - 2 * day],
): Promise<string> {
  const range = { start: midnight - 2 * day, end: midnight + 2 * day };
  const runs = [{ state: 'settled' as const, from: range.start, until: range.end }];
  const sql = `/* rows: ${rowSet} */`;
  const trusted = new Map(rowSetsIn(sql).map((name) => [name, { runs, changedSince: undefined }]));
  const iso = (at: number) => new Date(at).toISOString();
  const query = { site_id: 'blog', start: iso(range.start), end: iso(range.end), filter };
  const request = readRequest({ query, params: {} }, { parameters: {} }, range.end);
  const statement = request.statement({ ids: ['blog'], every: false }, sql, {
    trusted,
    bucketStarts,
    bindings: { page_path: '/a', event: '' },
  });
  const result = await db.reader.query({
    query: `explain ${statement.sql}`,
    query_params: statement.values,
    clickhouse_settings: readingSettings,
    format: 'TabSeparated',
  });
  return result.text();
}
