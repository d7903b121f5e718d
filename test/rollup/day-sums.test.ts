import { rebuildDay, rollups } from '@tallyhouse/clickhouse';
import pageFlow from '../../apps/query/src/rollup/page_flow.sql';
import pageReadings from '../../apps/query/src/rollup/page_readings.sql';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';

jest.setTimeout(120_000);

const midnight = Date.parse('2026-10-14');

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  const pings = Array.from({ length: 3000 }, (_, visit) => {
    const pinged_at = midnight + visit * 1000;
    const [visitor_id, session_id, pageview_id] = [uuid7(pinged_at), uuid7(pinged_at), uuid7(pinged_at)];
    return { pinged_at, visitor_id, session_id, pageview_id, page_path: '/a' };
  });
  await insertPings(db.client, pings);
  for (const rollup of rollups) {
    if (rollup.table === 'pageviews_by_page')
      await rebuildDay(db.client, rollup, '2026-10-14', { settled: 0 });
  }
});
afterAll(() => db.drop());

test.each([
  ['next_pages', pageFlow],
  ['page_days', pageReadings],
])('whole days of a page are read from the sums %s', async (projection, sql) => {
  const result = await db.client.query({
    query: `explain ${sql}`,
    query_params: {
      site_id: 'blog',
      page_path: '/a',
      start: '2026-10-13 12:00:00.000',
      slots_from: '2026-10-14 00:00:00',
      slots_until: '2026-10-15 00:00:00',
    },
    format: 'TabSeparated',
  });
  expect(await result.text()).toContain(`ReadFromMergeTree (${projection})`);
});
