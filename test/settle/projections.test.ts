import { rebuildDay, settledTables } from '@tallyhouse/settle';
import { readingSettings } from '../../apps/query/src/reading-settings.ts';
import { fillRows } from '../../apps/query/src/rows/arms.ts';
import { rowSetsIn } from '../../apps/query/src/rows/row-sets.ts';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';

jest.setTimeout(120_000);

const midnight = Date.parse('2026-10-14T00:00:00Z');
const day = 86_400_000;

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
  for (const table of settledTables) await rebuildDay(db.client, table, '2026-10-14', { lagMs: 0 });
});
afterAll(() => db.drop());

test.each([
  ['page_views', 'by_page'],
  ['page_readings', 'by_page'],
  ['page_flow', 'by_next_page'],
  ['focus_times', 'by_focus_time'],
  ['device_visits', 'by_device'],
  ['place_visits', 'by_place'],
  ['new_visitors', 'by_day'],
])('whole days of %s are read from the projection %s', async (source, projection) => {
  const range = { start: midnight - 2 * day, end: midnight + 2 * day };
  const runs = [{ state: 'settled' as const, from: range.start, until: range.end }];
  const sql = `/* rows: ${source} */`;
  const trusted = new Map(rowSetsIn(sql).map((name) => [name, { runs, changedSince: undefined }]));
  const rows = fillRows(sql, { range, bucketStarts: [range.start], filters: [] }, trusted);
  const result = await db.reader.query({
    query: `explain ${rows.sql}`,
    query_params: { site_id: 'blog', page_path: '/a', start: '2026-10-12 00:00:00.000', ...rows.bindings },
    clickhouse_settings: readingSettings,
    format: 'TabSeparated',
  });
  expect(await result.text()).toContain(`ReadFromMergeTree (${projection})`);
});
