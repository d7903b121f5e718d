/**
 * A server that is killed while it replaces a day may start again with the old day and the new one: ClickHouse renames the new part before
 * it marks the old one as replaced.
 */

import { dueDays, settledTables } from '@tallyhouse/settle';
import { biViews } from '../../clickhouse/bi/index.ts';
import { startQueryService } from '../api/query-service.ts';
import { type BiDatabase, createBiDatabase } from '../bi/bi-database.ts';
import { insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { unhurried } from '../oracle/unhurried.ts';
import { settleDays } from './settle-days.ts';

const date = '2026-11-18';
const noon = Date.parse(`${date}T12:00:00.000Z`);

let service: Awaited<ReturnType<typeof startQueryService>>;
let db: TestDatabase;
let bi: BiDatabase;
beforeAll(async () => {
  service = await startQueryService(unhurried);
  db = service.database;
  bi = await createBiDatabase(db);
  const ids = { visitor_id: uuid7(noon), session_id: uuid7(noon), pageview_id: uuid7(noon) };
  await insertPings(db.client, [
    { ...ids, pinged_at: noon },
    { ...ids, pinged_at: noon + 1000, event: 'Signup', event_id: '1' },
  ]);
  await settleDays(db.client, [date]);
});
afterAll(async () => {
  await bi.drop();
  await service.stop();
});

const reports = () =>
  Promise.all(
    ['/overview', '/pages', '/sources', '/events', '/journeys', '/pageviews-over-time'].map(async (path) => {
      const { status, body } = await service.report(path, { site_id: 'blog', start: date, end: date });
      expect(status).toBe(200);
      return body;
    }),
  );
const views = () =>
  Promise.all(
    biViews(bi.names)
      .flat()
      .map(({ name }) => bi.rows(`select * from bi.${name} order by all`)),
  );
const isDue = () =>
  Promise.all(settledTables.map(async (table) => (await dueDays(db.client, table)).includes(date)));
const ofAll = <Value>(value: Value) => settledTables.map(() => value);
const watermarks = () =>
  Promise.all(
    settledTables.map(async ({ name }) => {
      const result = await db.client.query({
        query: `select count() from ${name} where site_id = '' and day = '${date}'`,
        format: 'TabSeparated',
      });
      return Number(await result.text());
    }),
  );

test.each([
  ['as it is', false],
  ['after a merge of both', true],
])('a day that is there twice is read live and rebuilt, %s', async (_, merged) => {
  const answers = [await reports(), await views()];
  expect(await isDue()).toEqual(ofAll(false));
  for (const { name } of settledTables) {
    for (const query of [
      `create table copy_of_${name} as ${name}`,
      `alter table copy_of_${name} attach partition '${date}' from ${name}`,
      `alter table ${name} attach partition '${date}' from copy_of_${name}`,
      `drop table copy_of_${name}`,
      ...(merged ? [`optimize table ${name} final`] : []),
    ])
      await db.client.command({ query });
  }
  expect(await watermarks()).toEqual(ofAll(2));

  expect([await reports(), await views()]).toEqual(answers);
  expect(await isDue()).toEqual(ofAll(true));
  await settleDays(db.client, [date]);
  expect(await watermarks()).toEqual(ofAll(1));
  expect(await isDue()).toEqual(ofAll(false));
  expect([await reports(), await views()]).toEqual(answers);
});
