/** A server killed while it replaces a day may start with both days: ClickHouse renames the new part before it marks the old one as replaced. */

import type { ClickHouseClient } from '@clickhouse/client';
import { biViews } from '@tallyhouse/schema';
import { dueDays, settledTables } from '@tallyhouse/settle';
import { forAllTests, startQueryService } from '../api/query-service.ts';
import { createBiDatabase } from '../bi/bi-database.ts';
import { numberOf } from '../faults/cluster/number.ts';
import { insertPings } from '../harness/clickhouse.ts';
import { insertCrawls } from '../harness/crawls.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { unhurried } from '../oracle/unhurried.ts';
import { settleDays } from './settle-days.ts';

const date = '2026-11-18';
const noon = Date.parse(`${date}T12:00:00.000Z`);

const service = forAllTests(() => startQueryService(unhurried));
const bi = forAllTests(() => createBiDatabase(service.database));
let client: ClickHouseClient;
beforeAll(async () => {
  client = service.database.client;
  const ids = { visitor_id: uuid7(noon), session_id: uuid7(noon), pageview_id: uuid7(noon) };
  await insertPings(client, [
    { ...ids, pinged_at: noon },
    { ...ids, pinged_at: noon + 1000, event: 'Signup', event_id: '1' },
  ]);
  await insertCrawls(client, [{ occurred_at: noon }]);
  await settleDays(client, [date]);
});

const report = (path: string) => service.data(path, { site_id: 'blog', start: date, end: date });
/** What reports say, and views; without the view that shows the current time for two minutes after a change. */
function everything() {
  const paths = ['/overview', '/pages', '/sources', '/events', '/journeys', '/pageviews-over-time'];
  const views = biViews(bi.names)
    .flat()
    .filter(({ name }) => name !== 'changed_days');
  const rows = views.map(({ name }) => bi.rows(`select * from bi.${name} order by all`));
  return Promise.all([...paths.map(report), ...rows]);
}
/** Pageviews and events that reports count, then those that views for BI tools count. */
async function stored(): Promise<number[]> {
  const { pageviews } = Object(await report('/overview'));
  const [{ events }] = Object(await report('/events'));
  const [counts = []] = await bi.rows(
    `select (select count() from bi.pageviews where date = '${date}'), (select count() from bi.events where date = '${date}')`,
  );
  return [pageviews, events, ...counts.map(Number)];
}
const isDue = () =>
  Promise.all(settledTables.map(async (table) => (await dueDays(client, table)).includes(date)));
const ofAll = <Value>(value: Value) => settledTables.map(() => value);
const watermarks = () =>
  Promise.all(
    settledTables.map(({ stored }) =>
      numberOf(client, `select count() as n from ${stored} where site_id = '' and day = '${date}'`),
    ),
  );

let answers: unknown[];
beforeAll(async () => {
  answers = await everything();
});

test.each([
  ['as it is', false],
  ['after a merge of both', true],
])('a day that is there twice is read live and rebuilt, %s', async (_, merged) => {
  expect(await isDue()).toEqual(ofAll(false));
  for (const { stored } of settledTables) {
    for (const query of [
      `create table copy_of_${stored} as ${stored}`,
      `alter table copy_of_${stored} attach partition '${date}' from ${stored}`,
      `alter table ${stored} attach partition '${date}' from copy_of_${stored}`,
      `drop table copy_of_${stored}`,
      ...(merged ? [`optimize table ${stored} final`] : []),
    ])
      await client.command({ query });
  }
  expect(await watermarks()).toEqual(ofAll(2));

  expect(await everything()).toEqual(answers);
  expect(await isDue()).toEqual(ofAll(true));
  await settleDays(client, [date]);
  expect(await watermarks()).toEqual(ofAll(1));
  expect(await isDue()).toEqual(ofAll(false));
  expect(await everything()).toEqual(answers);
});

/** How far ahead the server's clock was when the days of some tables were rebuilt. */
const spans = ['121 second', '1 hour', '400 day'];

test('a watermark that is ahead counts as none: pings that come later are reported at once, and a rebuild ends it', async () => {
  for (const [index, { stored }] of settledTables.entries())
    await client.command({
      query: `alter table ${stored} update watermark = now64(3, 'UTC') + interval ${spans[index % spans.length]} where site_id = ''`,
      clickhouse_settings: { mutations_sync: '1' },
    });
  const before = await stored();
  const ids = { visitor_id: uuid7(noon), session_id: uuid7(noon), pageview_id: uuid7(noon) };
  await insertPings(client, [
    { ...ids, pinged_at: noon },
    { ...ids, pinged_at: noon + 1000, event: 'Signup', event_id: ids.pageview_id },
  ]);
  expect(await stored()).toEqual(before.map((count) => count + 1));
  expect(await isDue()).toEqual(ofAll(true));
  const live = await everything();

  await settleDays(client, [date]);
  expect(await isDue()).toEqual(ofAll(false));
  expect(await everything()).toEqual(live);
});
