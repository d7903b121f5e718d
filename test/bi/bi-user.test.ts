import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changeBiUsers, readBiUsers } from '@tallyhouse/clickhouse';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { type BiDatabase, createBiDatabase } from './bi-database.ts';
import { storedUser } from './bi-server.ts';
import { runBiUser } from './run-bi-user.ts';

/** `tallyhouse bi-user` with CLICKHOUSE_URL. See `rights.test.ts` for a running server, and `bi-user.long.test.ts` for `npm start`. */

let folder: string;
let db: TestDatabase;
let bi: BiDatabase;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyhouse-bi-user-'));
  db = await createTestDatabase();
  bi = await createBiDatabase(db);
  await insertPings(db.client, [{ pinged_at: Date.now() - 60_000 }]);
});
afterAll(async () => {
  await bi.drop();
  await db.drop();
  await rm(folder, { recursive: true, force: true });
});

const run = (...args: string[]) =>
  runBiUser(args, {
    DATA_DIR: folder,
    CLICKHOUSE_URL: db.url,
    CLICKHOUSE_DATABASE: db.database,
    CLICKHOUSE_BI_DATABASE: bi.names.bi,
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
  const statements = ended.stdout.split('\n').filter((line) => line !== '' && !line.startsWith('--'));
  const all = await Promise.all(statements.map((line) => plain(line.replace(/;$/, ''))));
  expect(all[0]).toMatch(
    /^CREATE USER analyst IDENTIFIED WITH sha256_hash BY '[0-9a-f]{64}' SALT '\S{32}' SETTINGS log_comment = 'BI user of \w+', readonly = 2 CONST, max_execution_time = 60 MIN 1 MAX 60, /,
  );
  const { bi: database } = bi.names;
  expect(all).toContain(
    `CREATE ROW POLICY OR REPLACE bi_user_analyst ON ${database}.pageviews FOR SELECT USING site_id IN ('blog') TO analyst`,
  );
  expect(all.filter((sql) => sql.startsWith('CREATE ROW POLICY'))).toHaveLength(15);
  expect(all.at(-1)).toMatch(new RegExp(`^GRANT .*SELECT ON ${database}\\.\\w+.* TO analyst$`));
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
  ["add x';drop", 'ArgumentError', 'The name must be a name of 1 to 49 letters, digits and _'],
  ["add x --sites a'b", 'ArgumentError', '--sites must be ids of sites'],
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
  await expect(runBiUser(['add', 'first'], { DATA_DIR: folder })).rejects.toThrow(
    `There is no embedded ClickHouse in ${folder}. Run tallyhouse start once`,
  );
});

describe('the file of users', () => {
  test('commands at once lose no change, nor does one that was killed lock the others out', async () => {
    const file = join(folder, 'several.json');
    // A killed command leaves a lock whose process is gone.
    await writeFile(`${file}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }));
    const users = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(users.map((name) => changeBiUsers(file, (others) => [...others, storedUser(name)])));
    expect((await readBiUsers(file)).map(({ name }) => name).sort()).toEqual(users);
  });

  test('damage is named with its remedy', async () => {
    const file = join(folder, 'damaged.json');
    await writeFile(file, '{"users": [{"name": "a b"}]}');
    await expect(readBiUsers(file)).rejects.toThrow(`${file} lacks a valid users.0.name`);
  });
});
