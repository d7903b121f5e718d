import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';

const noon = Date.UTC(2026, 10, 21, 12);

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  const visit = { visitor_id: uuid7(noon), session_id: uuid7(noon), pageview_id: uuid7(noon) };
  // The later ping is stored first, in its own part.
  for (const table of ['sessions', 'pageviews'])
    await db.client.command({ query: `system stop merges ${table}` });
  await insertPings(db.client, [
    {
      ...visit,
      pinged_at: noon + 1000,
      page_title: 'New',
      source: 'Direct',
      country: '',
      browser: 'Firefox',
    },
  ]);
  await insertPings(db.client, [
    { ...visit, pinged_at: noon, page_title: 'Old', source: 'Google', country: 'NL', browser: 'Chrome' },
  ]);
});
afterAll(() => db.drop());

async function rows(query: string): Promise<unknown[]> {
  const result = await db.reader.query({ query, format: 'JSONEachRow' });
  return result.json();
}

test('the columns of a session come from its first ping, whatever the order of arrival', async () => {
  expect(await rows('select source, country, browser from sessions final')).toEqual([
    { source: 'Google', country: 'NL', browser: 'Chrome' },
  ]);
  expect(
    await rows(
      "select 1 as found from sessions final where country = 'NL' and source = 'Google' and browser = 'Chrome'",
    ),
  ).toEqual([{ found: 1 }]);
  expect(await rows("select 1 as found from sessions final where country = '' or source = 'Direct'")).toEqual(
    [],
  );
});

test('the title of a pageview comes from its newest ping', async () => {
  expect(await rows("select page_title from pageviews final where page_title = 'New'")).toEqual([
    { page_title: 'New' },
  ]);
});
