import { writeFile } from 'node:fs/promises';
import { type BiNames, changeBiUsers, readBiUsers } from '@tallyhouse/clickhouse';
import { BiViewsError, biNamesOf, createBiViews } from '@tallyhouse/schema';
import { forAllTests } from '../api/shared-service.ts';
import { insertPings, rowsOf } from '../harness/clickhouse.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { startBiDatabase } from './bi-database.ts';
import { storedUser } from './bi-server.ts';
import { runBiUser } from './run-bi-user.ts';

/** `tallyhouse bi-user` with CLICKHOUSE_URL, and the views that its users read. See `rights.test.ts` for a running server, and `account.test.ts` for `npm start`. */

const inFolder = folderOfFile();
const db = forAllTests(startBiDatabase);
beforeAll(() => insertPings(db.client, [{ pinged_at: Date.now() - 60_000 }]));

const run = (...args: string[]) => runAt(db.url, args);
const runAt = (url: string, args: string[]) =>
  runBiUser(args, {
    DATA_DIR: inFolder(),
    CLICKHOUSE_URL: url,
    CLICKHOUSE_DATABASE: db.database,
    CLICKHOUSE_BI_DATABASE: db.names.bi,
  });

/** A statement as ClickHouse parses and prints it. @throws an Error when it does not parse */
async function plain(sql: string): Promise<string> {
  const query = 'select formatQuerySingleLine({sql:String})';
  const result = await db.client.query({ query, query_params: { sql }, format: 'TabSeparatedRaw' });
  return (await result.text()).trim();
}

test('without the right to make users, the right is named and the SQL is printed', async () => {
  const ended = await run('add', 'analyst', '--sites', 'blog');
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain('CREATE USER');
  expect(ended.stderr).toContain('Nothing was changed. Let an administrator run:');
  expect(ended.stdout).toMatch(/ to `analyst`;\n$/);
  const statements = ended.stdout.split('\n').filter((line) => line !== '' && !line.startsWith('--'));
  const all = await Promise.all(statements.map((line) => plain(line.replace(/;$/, ''))));
  expect(all[0]).toMatch(
    /^CREATE USER analyst IDENTIFIED WITH sha256_hash BY '[0-9a-f]{64}' SALT '\S{32}' SETTINGS log_comment = 'BI user of \w+', readonly = 2 CONST, max_execution_time = 60 MIN 1 MAX 60, /,
  );
  const { bi: database } = db.names;
  expect(all).toContain(
    `CREATE ROW POLICY OR REPLACE bi_user_analyst ON ${database}.pageviews FOR SELECT USING site_id IN ('blog') TO analyst`,
  );
  expect(all.filter((sql) => sql.startsWith('CREATE ROW POLICY'))).toHaveLength(15);
  expect(all.at(-1)).toMatch(new RegExp(`^GRANT .*SELECT ON ${database}\\.\\w+.* TO analyst$`));
});

test('the SQL for an administrator comes with the password that was made', async () => {
  const file = inFolder('password');
  await writeFile(file, 'a password of some length');
  const reader = process.env['TEST_CLICKHOUSE_READER_URL'] ?? '';
  const statement = "alter user `analyst` identified with sha256_hash by '[0-9a-f]{64}' salt '\\S{32}';\n$";
  const { code, stdout } = await runAt(reader, ['password', 'analyst']);
  expect([code, stdout]).toEqual([
    1,
    expect.stringMatching(`^-- The password will be \\S{32}\n${statement}`),
  ]);
  const given = await runAt(reader, ['password', 'analyst', '--password-file', file]);
  expect(given.stdout).toMatch(new RegExp(`^${statement}`));
});

test('a user with a database owns it, and others read it', async () => {
  const { stdout } = await run('add', 'dbt', '--write', 'reports');
  const [created = '', ...others] = stdout.split('\n').filter((line) => line.endsWith(';'));
  expect(await plain(created.slice(0, -1))).not.toContain('readonly');
  expect(await Promise.all(others.map((line) => plain(line.slice(0, -1))))).toEqual([
    'CREATE DATABASE IF NOT EXISTS reports',
    expect.stringMatching(
      /^GRANT SHOW, SELECT ON \w+_bi\.\*, SELECT ON system\.parts, TABLE ENGINE ON MergeTree, .*, SHOW, SELECT, INSERT, .* ON reports\.\* TO dbt$/,
    ),
  ]);
});

test('the list is of BI users alone', async () => {
  const stdout = expect.stringContaining('There are no BI users in ');
  expect(await run('list')).toMatchObject({ code: 0, stdout });
});

test.each([
  ['add reader', 'ArgumentError', 'The name reader is reserved'],
  ['add all --sites blog', 'ArgumentError', 'The name all is reserved'],
  ['add Current_User', 'ArgumentError', 'The name Current_User is reserved'],
  ["add x';drop", 'ArgumentError', 'The name must be a name of 1 to 49 letters, digits and _'],
  ["add x --sites a'b", 'ArgumentError', '--sites must be site ids'],
  ['add x --sites blog,elsewhere', 'Error', 'There is no site elsewhere'],
  ['add x --max-seconds 0', 'ArgumentError', '--max-seconds must be a whole number from 1 to 86400'],
  ['add x --personal', 'Error', 'set CLICKHOUSE_BI_PERSONAL=1'],
  ['add x --write a-b', 'ArgumentError', '--write must be a name of 1 to 49 letters'],
  ['add x --write system', 'ArgumentError', '--write system: this database has another use'],
  ['add x --write reports --sites blog', 'ArgumentError', '--write and --sites exclude each other'],
  ['add x --password-file /dev/null', 'Error', 'at least 16 are needed'],
  ['add x --nope', 'ArgumentError', "Unknown option '--nope'"],
  ['add', 'ArgumentError', 'Name the user.'],
  ['remove reader', 'ArgumentError', 'There is no BI user reader of the views in'],
  ['remove nobody', 'ArgumentError', 'There is no BI user nobody'],
  ['password nobody', 'ArgumentError', 'There is no BI user nobody'],
  ['', 'ArgumentError', 'Say what to do: add, list, password or remove.'],
])('%s is refused', async (args, name, message) => {
  const refused = run(...args.split(' ').filter(Boolean));
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.toHaveProperty('name', name);
});

test('without CLICKHOUSE_URL and a service, the remedy is named', async () => {
  await expect(runBiUser(['add', 'first'], { DATA_DIR: inFolder() })).rejects.toThrow(
    `There is no embedded ClickHouse in ${inFolder()}. Run tallyhouse start once`,
  );
});

describe('the file of users', () => {
  test('commands at once lose no change, nor does one that was killed lock the others out', async () => {
    const users = ['a', 'b', 'c', 'd', 'e'];
    for (let round = 0; round < 20; round++) {
      const file = inFolder(`several-${round}.json`);
      // A killed command leaves a lock whose process is gone.
      await writeFile(`${file}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }));
      await Promise.all(users.map((name) => changeBiUsers(file, (others) => [...others, storedUser(name)])));
      expect((await readBiUsers(file)).map(({ name }) => name).sort()).toEqual(users);
    }
  });

  test('damage is named with its remedy', async () => {
    const file = inFolder('damaged.json');
    await writeFile(file, '{"users": [{"name": "a b"}]}');
    await expect(readBiUsers(file)).rejects.toThrow(`${file} lacks a valid users.0.name`);
  });
});

describe('the views', () => {
  const views = 15;

  let names: BiNames;
  const command = (query: string) => db.client.command({ query });
  beforeAll(() => {
    names = { database: db.database, bi: `${db.database}_views`, definer: 'bi_definer' };
  });
  afterEach(async () => {
    for (const name of [names.bi, `${names.bi}_personal`])
      await command(`drop database if exists ${name} sync`);
  });

  async function viewsIn(database: string) {
    const query = `select name from system.tables where database = '${database}' order by name`;
    return (await rowsOf<{ name: string }>(db.client, query)).map(({ name }) => name);
  }

  test('views are created once, and again when one is missing', async () => {
    expect(await createBiViews(db.client, names)).toBe(views);
    expect(await createBiViews(db.client, names)).toBe(0);
    await command(`drop view ${names.bi}.sessions`);
    expect(await createBiViews(db.client, names)).toBe(views);
    expect(await viewsIn(names.bi)).toHaveLength(views);
  });

  test('views whose text changed are replaced, and those that are gone are dropped', async () => {
    await createBiViews(db.client, names);
    await command(`create view ${names.bi}.of_an_earlier_version as select 1 as one`);
    await command(`create or replace view ${names.bi}.sites as select 1 as one`);
    const comment = `Views of the database ${names.database} for BI tools, kept by Tallyhouse (0)`;
    await command(`alter database ${names.bi} modify comment '${comment}'`);
    expect(await createBiViews(db.client, names)).toBe(views);
    expect(await viewsIn(names.bi)).not.toContain('of_an_earlier_version');
    expect(await rowsOf(db.client, `select site_id from ${names.bi}.sites`)).toEqual([{ site_id: 'blog' }]);
  });

  test('two processes may create them at once', async () => {
    const both = Array.from({ length: 2 }, () => createBiViews(db.client, names));
    expect(await Promise.all(both)).toContain(views);
    expect(await viewsIn(names.bi)).toHaveLength(views);
  });

  test('a database of something else is left alone', async () => {
    await command(`create database ${names.bi} comment 'reports of the finance team'`);
    const message =
      `The database ${names.bi} does not hold the views of ${names.database}: it was made by something else. ` +
      'Set CLICKHOUSE_BI_DATABASE to another name, or to none.';
    await expect(createBiViews(db.client, names)).rejects.toThrow(new BiViewsError(message));
    expect(await viewsIn(names.bi)).toEqual([]);
  });

  test('the tables and the views are not in one database', async () => {
    const both = createBiViews(db.client, { ...names, bi: names.database });
    await expect(both).rejects.toThrow(/choose another name, or none/);
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
    expect(await rowsOf(db.client, `select ${places} from ${personal}.sessions where ip != ''`)).toEqual([
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
});
