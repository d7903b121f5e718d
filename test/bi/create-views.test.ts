import type { ClickHouseClient } from '@clickhouse/client';
import {
  type BiNames,
  BiViewsError,
  biNamesOf,
  createBiViews,
  createDatabase,
  migrate,
  migrations,
} from '@tallyhouse/clickhouse';
import { logger, type OwnServer, rowsOf, startOwnServer } from '../clickhouse/own-server.ts';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';

const views = 12;

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
  await db.client.command({
    query: `create or replace view ${names.bi}.sites as select 1 as one`,
  });
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
  expect(
    await rowsOf(
      db.client,
      `select date, ip, toString(latitude) as north, toString(longitude) as east from ${personal}.sessions`,
    ),
  ).toEqual([{ date: '2026-11-03', ip: '192.0.2.7', north: '52.4', east: '-4.9' }]);
  await createBiViews(db.client, names);
  expect(await viewsIn(personal)).toEqual([]);
  const columns = await rowsOf(
    db.client,
    `select name from system.columns where database = '${names.bi}' and match(name, '^(ip|latitude|longitude|referrer)$')`,
  );
  expect(columns).toEqual([]);
});

test('the settings name the databases', () => {
  const settings = {
    CLICKHOUSE_DATABASE: 'tallyhouse',
    CLICKHOUSE_BI_DATABASE: 'bi',
    CLICKHOUSE_BI_PERSONAL: 1,
  };
  expect(biNamesOf(settings)).toEqual({
    database: 'tallyhouse',
    bi: 'bi',
    personal: 'bi_personal',
    definer: 'bi_definer',
  });
  expect(biNamesOf({ ...settings, CLICKHOUSE_BI_PERSONAL: 0 })?.personal).toBeUndefined();
  expect(biNamesOf({ ...settings, CLICKHOUSE_BI_DATABASE: 'none' })).toBeUndefined();
});

describe('a reader with rights on the views alone', () => {
  const own = { database: 'tallyhouse', bi: 'bi', definer: 'bi_definer' };
  let server: OwnServer;
  let reader: ClickHouseClient;
  beforeAll(async () => {
    server = await startOwnServer('bi', own);
    const connection = { url: server.url, user: 'writer', password: server.passwords.writer };
    await createDatabase({ ...connection, database: own.database }, logger);
    const writer = server.clientOf('writer', own.database);
    await migrate(writer, migrations);
    await createBiViews(writer, own);
    await insertPings(writer, [{ pinged_at: Date.now() - 60_000 }]);
    reader = server.clientOf('reader', 'bi');
  });
  afterAll(() => server.stop());

  test('reads every view, and not the tables behind them', async () => {
    const names = await rowsOf(reader, `select name from system.tables where database = 'bi'`);
    expect(names).toHaveLength(views);
    for (const { name } of names.map(Object)) {
      const rows = await rowsOf(reader, `select * from bi.${name}`);
      // No event was stored.
      expect({ name, rows: rows.length }).toEqual({ name, rows: name.startsWith('events') ? 0 : 1 });
    }
    await expect(rowsOf(reader, 'select site_id from tallyhouse.sessions')).rejects.toMatchObject({
      code: '497',
    });
    await expect(rowsOf(reader, 'create view bi.mine as select 1')).rejects.toThrow();
  });

  test('nobody signs in as the definer', async () => {
    const response = await fetch(`${server.insideUrl}/?query=select+1`, {
      headers: { 'X-ClickHouse-User': own.definer, 'X-ClickHouse-Key': '' },
    });
    expect(response.ok).toBe(false);
  });
});
