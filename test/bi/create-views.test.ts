import type { BiNames } from '@tallyhouse/clickhouse';
import { BiViewsError, biNamesOf, createBiViews } from '@tallyhouse/schema';
import { rowsOf } from '../clickhouse/own-server.ts';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';

const views = 15;

let db: TestDatabase;
let names: BiNames;
beforeAll(async () => {
  db = await createTestDatabase();
  names = { database: db.database, bi: `${db.database}_bi`, definer: 'bi_definer' };
});
afterEach(async () => {
  for (const name of [names.bi, `${names.bi}_personal`])
    await db.client.command({ query: `drop database if exists ${name} sync` });
});
afterAll(() => db.drop());

const viewsIn = async (database: string) =>
  (
    await rowsOf(db.client, `select name from system.tables where database = '${database}' order by name`)
  ).map((row) => Object(row).name);

test('views are created once, and again when one is missing', async () => {
  expect(await createBiViews(db.client, names)).toBe(views);
  expect(await createBiViews(db.client, names)).toBe(0);
  await db.client.command({ query: `drop view ${names.bi}.sessions` });
  expect(await createBiViews(db.client, names)).toBe(views);
  expect(await viewsIn(names.bi)).toHaveLength(views);
});

test('views whose text changed are replaced, and those that are gone are dropped', async () => {
  await createBiViews(db.client, names);
  await db.client.command({ query: `create view ${names.bi}.of_an_earlier_version as select 1 as one` });
  await db.client.command({ query: `create or replace view ${names.bi}.sites as select 1 as one` });
  await db.client.command({
    query: `alter database ${names.bi} modify comment 'Views of the database ${names.database} for BI tools, kept by Tallyhouse (0)'`,
  });
  expect(await createBiViews(db.client, names)).toBe(views);
  expect(await viewsIn(names.bi)).not.toContain('of_an_earlier_version');
  expect(await rowsOf(db.client, `select site_id from ${names.bi}.sites`)).toEqual([]);
});

test('two processes may create them at once', async () => {
  const both = Array.from({ length: 2 }, () => createBiViews(db.client, names));
  expect(await Promise.all(both)).toContain(views);
  expect(await viewsIn(names.bi)).toHaveLength(views);
});

test('a database of something else is left alone', async () => {
  await db.client.command({ query: `create database ${names.bi} comment 'reports of the finance team'` });
  await expect(createBiViews(db.client, names)).rejects.toThrow(
    new BiViewsError(
      `The database ${names.bi} does not hold the views of ${names.database}: it was made by something else. ` +
        'Set CLICKHOUSE_BI_DATABASE to another name, or to none.',
    ),
  );
  expect(await viewsIn(names.bi)).toEqual([]);
});

test('the tables and the views are not in one database', async () => {
  await expect(createBiViews(db.client, { ...names, bi: names.database })).rejects.toThrow(
    /choose another name, or none/,
  );
});

test('without the right to name the definer, the message says what an administrator runs', async () => {
  const created = createBiViews(db.client, { ...names, definer: 'nobody_is_called_so' });
  await expect(created).rejects.toThrow(BiViewsError);
  await expect(created).rejects.toThrow(
    `create user if not exists nobody_is_called_so identified with no_password host none; ` +
      `grant select on ${names.database}.* to nobody_is_called_so; grant select on ${names.bi}.* to nobody_is_called_so; ` +
      'grant set definer on nobody_is_called_so to',
  );
});

test('personal data has a database of its own, while the setting says so', async () => {
  const at = Date.parse('2026-11-03T10:00:00Z');
  await insertPings(db.client, [{ pinged_at: at, ip: '192.0.2.7', latitude: 52.37, longitude: -4.94 }]);
  const personal = `${names.bi}_personal`;
  await createBiViews(db.client, { ...names, personal });
  const places = 'date, ip, toString(latitude) as north, toString(longitude) as east';
  expect(await rowsOf(db.client, `select ${places} from ${personal}.sessions`)).toEqual([
    { date: '2026-11-03', ip: '192.0.2.7', north: '52.4', east: '-4.9' },
  ]);
  await createBiViews(db.client, names);
  expect(await viewsIn(personal)).toEqual([]);
  const columns = `select name from system.columns where database = '${names.bi}'`;
  const isPersonal = `match(name, '^(ip|latitude|longitude|referrer)$')`;
  expect(await rowsOf(db.client, `${columns} and ${isPersonal}`)).toEqual([]);
});

test('the settings name the databases', () => {
  const databases = { CLICKHOUSE_DATABASE: 'tallyhouse', CLICKHOUSE_BI_DATABASE: 'bi' };
  const settings = { ...databases, CLICKHOUSE_BI_PERSONAL: 1 };
  const all = { database: 'tallyhouse', bi: 'bi', personal: 'bi_personal', definer: 'bi_definer' };
  expect(biNamesOf(settings)).toEqual(all);
  expect(biNamesOf({ ...settings, CLICKHOUSE_BI_PERSONAL: 0 })?.personal).toBeUndefined();
  expect(biNamesOf({ ...settings, CLICKHOUSE_BI_DATABASE: 'none' })).toBeUndefined();
});
