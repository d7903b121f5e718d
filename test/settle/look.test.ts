import { createLook, settledTables } from '@tallyhouse/settle';
import { forAllTests } from '../api/shared-service.ts';
import { createTestDatabase, type TestDatabase } from '../harness/clickhouse.ts';
import { settleDays } from './settle-days.ts';

const db = forAllTests(createTestDatabase);

const command = (query: string) => db.client.command({ query });

/** The client, and how many rows its queries have read. */
function counted() {
  let rows = 0;
  const query: TestDatabase['client']['query'] = async (asked) => {
    const waiting = { ...asked.clickhouse_settings, wait_end_of_query: 1 } as const;
    const result = await db.client.query({ ...asked, clickhouse_settings: waiting });
    rows += Number(JSON.parse(String(result.response_headers['x-clickhouse-summary'])).read_rows);
    return result;
  };
  const client = new Proxy(db.client, {
    get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)),
  });
  return { client, rows: () => rows };
}

test('a look for stale days reads the days of every site, and the watermarks once', async () => {
  // A year of a hundred sites.
  await command(`insert into changed_days (fact, site_id, day, session_day, changed_at)
    select
      arrayJoin(['ping', 'session', 'visitor', 'path', 'event', 'crawl']) as fact,
      toString(number % 100),
      toDate('2024-11-01') + intDiv(number, 100),
      if(fact = 'event', toDate('2024-11-01') + intDiv(number, 100), toDate(0)),
      toDateTime('2025-11-01', 'UTC')
    from numbers(36500)`);
  const { client, rows } = counted();
  const look = createLook(client);
  const { due } = await look();
  expect(settledTables.map(({ name }) => due.get(name)?.length)).toEqual(settledTables.map(() => 365));
  const first = rows();
  expect(first).toBeGreaterThan(0);
  // Sessions and events twice, because events depend on both.
  expect(first).toBeLessThan(9 * 36_500);

  await settleDays(db.client, ['2025-10-30', '2025-10-31']);
  const again = await look();
  expect(again.due.get('settled_totals')).not.toContain('2025-10-31');
  expect(rows() - first).toBeLessThan(9 * 36_500);
});
