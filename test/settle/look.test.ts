import { createLook, noteDays, settledTables } from '@tallyhouse/settle';
import { createTestDatabase, type TestDatabase } from '../harness/clickhouse.ts';
import { settleDays } from './settle-days.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

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

test('a look for stale days does not read the hours of every site', async () => {
  // A year of 1,000 sites, and of events on a hundred of them.
  await command(`insert into changed_hours (site_id, session_hour, changed_at)
    select
      toString(number % 1000),
      toDateTime('2024-11-01', 'UTC') + intDiv(number, 1000) * 3600 as session_hour,
      session_hour + 60
    from numbers(8760000)`);
  await command(`insert into changed_events (site_id, day, session_hour, changed_at)
    select
      toString(number % 100),
      toDate(session_hour),
      toDateTime('2024-11-01', 'UTC') + intDiv(number, 100) * 3600 as session_hour,
      session_hour + 60
    from numbers(876000)`);
  const { client, rows } = counted();
  const look = createLook(client);
  const { due } = await look();
  expect(settledTables.map(({ name }) => due.get(name)?.length)).toEqual([367, 367, 367, 367, 369, 365, 367]);
  const first = rows();
  expect(first).toBeGreaterThan(0);
  expect(first).toBeLessThan(200_000);

  await settleDays(db.client, ['2025-10-30', '2025-10-31']);
  const again = await look();
  expect(again.due.get('settled_totals')).not.toContain('2025-10-31');
  expect(rows() - first).toBeLessThan(200_000);
});

test('what the views did not note is due once it is noted by day', async () => {
  const moment = "toDateTime('2024-10-07 12:00:00', 'UTC')";
  await command(
    `insert into changed_hours (site_id, session_hour, changed_at) select 'a', ${moment}, now64(3)`,
  );
  await command(`insert into changed_events (site_id, day, changed_at) select 'a', '2024-10-07', now64(3)`);
  const due = async () =>
    [...(await createLook(db.client)()).due.values()].map((dates) => dates.includes('2024-10-07'));
  for (const table of ['changed_by_day', 'changed_events_by_day'])
    await command(`truncate table ${table} sync`);
  expect(await due()).toEqual(settledTables.map(() => false));
  await noteDays(db.client);
  expect(await due()).toEqual(settledTables.map(() => true));
});
