import {
  createSettledTables,
  definitions,
  rebuildDay,
  type SettledTable,
  settledTable,
  settledTables,
  startSettleLoop,
} from '@tallyhouse/settle';
import { sql } from '@tallyhouse/sql';
import { forEachTest, startQueryService } from '../api/query-service.ts';
import { pingRow, rowsOf } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { logger } from '../harness/quiet.ts';
import { uuid7 } from '../harness/uuid7.ts';
import { unhurried } from '../oracle/unhurried.ts';
import { settleDays } from './settle-days.ts';

/** Builds whose settled tables have other columns, on one database. */

const day = 86_400_000;
const dates = ['2026-11-16', '2026-11-17', '2026-11-18'];
const period = { start: '2026-11-16T00:00:00Z', end: '2026-11-19T00:00:00Z' };

const vitals = ['lcp_ms', 'inp_ms', 'fcp_ms', 'ttfb_ms', 'cls', 'has_vitals'];
const earlier = definitions.map((one) =>
  settledTable(one, (column) => !['screen', ...vitals].includes(column)),
);
const of = (tables: readonly SettledTable[], name: string) =>
  tables.find((table) => table.name === name)?.stored ?? '';

const service = forEachTest(() => startQueryService(unhurried));
beforeEach(() =>
  service.insert(
    dates.flatMap((date, index) => {
      const pinged_at = Date.parse(`${date}T08:00:00Z`);
      const screen = index === 0 ? 'xl' : 'sm';
      const sent = { screen, vitals: { lcp_ms: 900 + 1000 * index, cls: 0 } };
      const ping = pingRow({ pinged_at, ...sent, browser: 'Firefox', country: 'NL' });
      const event = { ...ping, ping_id: uuid7(pinged_at), event: 'Signup', screen: '' };
      const shop = { ...ping, site_id: 'shop' };
      return [ping, event, shop];
    }),
  ),
);

const command = (query: string) => service.database.client.command({ query });

async function standing() {
  const query = `select name from system.tables where database = currentDatabase() and name like 'settled%'`;
  return (await rowsOf<{ name: string }>(service.database.client, query)).map(({ name }) => name).sort();
}
const namesOf = (...builds: (readonly SettledTable[])[]) =>
  builds.flatMap((tables) => tables.map(({ stored }) => stored)).sort();

const settleEarlier = () =>
  Promise.all(
    earlier.map(async (table) => {
      for (const date of dates) await rebuildDay(service.database.client, table, date, { lagMs: 0 });
    }),
  );

const report = async (path: string, parameters: Record<string, string> = {}) =>
  Object((await service.report(path, { site_id: 'blog', ...period, ...parameters })).body).data;

const answers = () =>
  Promise.all([
    ...['/overview', '/pages', '/sources', '/devices', '/geo', '/events', '/journeys'].map((path) =>
      report(path),
    ),
    ...['browser', 'screen'].map((by) => report('/breakdown', { dimension: by })),
    ...['screen:sm', 'country:NL'].map((filter) => report('/pages', { filter })),
    ...['page', 'browser', 'bucket'].map((by) => report('/vitals', { by })),
  ]);

/** A session without pings: a report that counts it has read this table. */
const invent = (table: string, browser: string) =>
  command(`insert into ${table} (site_id, day, first_seen_at, browser, country) values
    ('shop', '2026-11-16', '2026-11-16 09:00:00', '${browser}', 'NL')`);
const valuesOf = async (by: string, filter = 'country:NL') => {
  const found = JSON.stringify(await report('/breakdown', { site_id: 'shop', dimension: by, filter }));
  return found.match(/Firefox|Earlier|Own|xl|sm/g)?.sort();
};

/** A look of the rebuild loop at a time. */
async function look(clock: () => number): Promise<void> {
  const loop = startSettleLoop(service.database.client, logger, { clock });
  await eventually(async () => loop.clock() !== undefined, true);
  await loop.close();
}
const tomorrow = () => Date.now() + day + 60_000;

test('an upgrade reads the days of the build before until its own are filled, and then drops them', async () => {
  const { client } = service.database;
  await createSettledTables(client, earlier);
  // As migrations once made it.
  await command(`create table settled_paths as ${of(settledTables, 'settled_paths')}`);
  const all = [...new Set([...namesOf(earlier, settledTables), 'settled_paths'])].sort();
  expect(await standing()).toEqual(all);
  const expected = await answers();
  expect(expected).not.toContain(undefined);
  await settleEarlier();
  await invent(of(earlier, 'settled_sessions'), 'Earlier');
  expect(await answers()).toEqual(expected);
  expect(await valuesOf('browser')).toEqual(['Earlier', 'Firefox']);
  // Without this column, reports about it read the entity tables.
  expect(await valuesOf('screen')).toEqual(['sm', 'xl']);
  expect(await valuesOf('browser', 'screen!:xs')).toEqual(['Firefox']);

  await settleDays(client, dates.slice(1));
  expect(await answers()).toEqual(expected);
  expect(await valuesOf('browser')).toEqual(['Earlier', 'Firefox']);
  await settleDays(client, [...dates.slice(0, 1), '2026-11-19', '2026-11-20', '2026-11-21']);
  await invent(of(settledTables, 'settled_sessions'), 'Own');
  expect(await answers()).toEqual(expected);
  expect(await valuesOf('browser')).toEqual(['Firefox', 'Own']);

  // The earlier build may still run and rebuild its days.
  await look(Date.now);
  expect(await standing()).toEqual(all);
  await look(tomorrow);
  expect(await standing()).toEqual(namesOf(settledTables));
  expect(await answers()).toEqual(expected);
});

test('tables of another definition are not read, and go only once this build has its days', async () => {
  const { client } = service.database;
  const size = { name: 'size', type: 'UInt8', comment: 'Of the screen' };
  const [definition] = definitions.filter(({ name }) => name === 'settled_sessions');
  if (definition === undefined) throw new Error('no settled sessions');
  const columns = [...definition.columns, size];
  const others = [
    { ...definition, columns },
    { ...definition, comment: 'Other rows', fill: () => sql`select 1` },
  ].map((one) => settledTable(one));
  await createSettledTables(client, others);
  for (const { stored } of others) {
    await invent(stored, 'Earlier');
    await command(
      `insert into ${stored} (site_id, day, watermark) values ('', '2026-11-16', now64(3, 'UTC'))`,
    );
  }
  expect(await valuesOf('browser')).toEqual(['Firefox']);
  // Not while days wait to be rebuilt.
  await command(`alter table ${of(settledTables, 'settled_totals')} add constraint refused check false`);
  await look(tomorrow);
  expect(await standing()).toEqual(namesOf(settledTables, others));
});
