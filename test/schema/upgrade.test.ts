import { type Migration, migrate } from '@tallyhouse/clickhouse';
import { migrations } from '@tallyhouse/schema';
import { forAllTests } from '../api/shared-service.ts';
import { createTestDatabase, insertPings, rowsOf } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';

/** A database with data is upgraded while pings are stored. */

const noon = Date.UTC(2026, 10, 21, 12);
const visit = { visitor_id: uuid7(noon), session_id: uuid7(noon) };

const db = forAllTests(createTestDatabase);

const rows = (query: string) => rowsOf(db.client, query);

/** Migrates while two senders store one ping after the other, each on its own page. @returns the number of stored pings */
async function migrateUnderLoad(to: readonly Migration[]): Promise<number> {
  let sent = 0;
  let migrated = false;
  const store = () => insertPings(db.client, [{ pinged_at: noon, ...visit, page_path: `/${sent++}` }]);
  await store();
  const load = async () => {
    do await store();
    while (!migrated);
  };
  const loads = [load(), load()];
  try {
    await migrate(db.client, to);
  } finally {
    migrated = true;
    await Promise.all(loads);
  }
  return sent;
}

test('a changed view misses no ping and counts none twice', async () => {
  const sent = await migrateUnderLoad([...migrations, await hostnameOfPageviews()]);
  const counts = `select
    (select count() from pings final) as pings,
    (select count() from pageviews final) as pageviews,
    (select uniqExact(page_path) from pageviews final) as pages,
    (select count() from sessions final) as sessions`;
  expect(await rows(counts)).toEqual([{ pings: sent, pageviews: sent, pages: sent, sessions: 1 }]);
  await insertPings(db.client, [{ pinged_at: noon, ...visit, page_path: '/later' }]);
  expect(await rows("select hostname from pageviews final where page_path = '/later'")).toEqual([
    { hostname: 'example.org' },
  ]);
});

/** A new column in an entity table, as the next migration would add it. */
async function hostnameOfPageviews(): Promise<Migration> {
  const [view] = await rows(
    "select as_select from system.tables where name = 'pageviews_from_pings' and database = currentDatabase()",
  );
  const { as_select: select } = view as { as_select: string };
  return {
    version: 9000,
    name: '9000_hostname_of_pageviews',
    sql: `
      alter table pageviews add column if not exists hostname SimpleAggregateFunction(max, LowCardinality(String));
      alter table pageviews_from_pings modify query ${select.replace(/ FROM /, ', max(pings.hostname) AS hostname FROM ')};`,
  };
}
