import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { biUsersFile, changeBiUsers, readBiUsers } from '@tallyhouse/clickhouse';
import { key } from '../api/query-service.ts';
import { createTestDatabase, insertPings, type TestDatabase } from '../harness/clickhouse.ts';
import { freePort } from '../harness/free-port.ts';
import { startProgram } from '../harness/program.ts';
import { type BiDatabase, createBiDatabase } from './bi-database.ts';
import { storedUser } from './bi-server.ts';
import { type Ended, runBiUser } from './run-bi-user.ts';

const execute = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyhouse-bi-user-'));
  await writeFile(join(folder, 'sites.yaml'), 'sites:\n  blog: {}\n  shop: {}\n');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the command. @param settings added to its environment */
function command(args: string[], settings: Record<string, string> = {}): Promise<Ended> {
  const { PATH = '' } = process.env;
  const env = { PATH, DATA_DIR: folder, ...settings };
  return execute(process.execPath, ['dist/bi-user.js', ...args], { env }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: Ended) => ({ code, stdout, stderr }),
  );
}

/** Does the same within this process. */
const run = (args: string[], settings: Record<string, string> = {}) =>
  runBiUser(args, { DATA_DIR: folder, ...settings });

describe('with npm start', () => {
  test('it is said when there is no service yet', async () => {
    const added = run(['add', 'first', '--sites', 'blog']);
    await expect(added).rejects.toThrow(
      `There is no embedded ClickHouse in ${folder}. Run tallyhouse start once`,
    );
  });

  test('users come and go while it runs, and when it does not', async () => {
    const [query, ingest, clickhouse] = [await freePort(), await freePort(), await freePort()];
    const ports = {
      QUERY_PORT: `${query}`,
      INGEST_PORT: `${ingest}`,
      CLICKHOUSE_HTTP_PORT: `${clickhouse}`,
    };
    const url = `http://127.0.0.1:${clickhouse}`;
    const program = await startProgram([process.execPath, 'dist/standalone.js'], {
      env: { DATA_DIR: folder, API_KEY: key, LOG_LEVEL: 'error', ...ports },
      readyUrls: [`http://127.0.0.1:${query}/readyz`, `http://127.0.0.1:${ingest}/readyz`],
    });
    const signIn = async (user: string, password: string) => {
      const headers = { 'X-ClickHouse-User': user, 'X-ClickHouse-Key': password };
      const response = await fetch(`${url}/?query=select+count()+from+bi.sites`, { headers });
      return response.status;
    };
    const ping = async () => {
      const response = await fetch(`http://127.0.0.1:${ingest}/api/ping`, {
        method: 'POST',
        headers: { 'User-Agent': 'Mozilla/5.0 Firefox/144.0', 'Content-Type': 'application/json' },
        body: JSON.stringify({ url: 'https://blog.example/', site_id: 'blog' }),
      });
      return response.status;
    };
    try {
      const added = command(['add', 'analyst', '--sites', 'blog,shop', '--max-seconds', '20'], ports);
      const statuses = new Set<number>();
      for (let over = false; !over; ) {
        over = await Promise.race([
          added.then(() => true),
          ping().then((status) => void statuses.add(status)),
        ]).then((ended) => ended === true);
      }
      // Pings go on while ClickHouse is started again.
      expect([...statuses]).toEqual([202]);
      const { code, stdout } = await added;
      expect(code).toBe(0);
      const password = /^ {2}(\S{32})$/m.exec(stdout)?.[1] ?? '';
      expect(stdout).toContain(
        'It reads the rows of the sites blog, shop in the views of bi, for at most 20 s a query, with 1000 MB of memory.',
      );
      expect(stdout).toContain(`It connects to ${url}, database bi.`);
      expect(await signIn('analyst', password)).toBe(200);
      expect(await readFile(biUsersFile(join(folder, 'clickhouse')), 'utf8')).not.toContain(password);

      const file = join(folder, 'password');
      await writeFile(file, 'correct horse battery\n');
      const changed = await command(['password', 'analyst', '--password-file', file], ports);
      expect(changed).toEqual({ code: 0, stdout: 'The BI user analyst has a new password.\n', stderr: '' });
      expect(await signIn('analyst', 'correct horse battery')).toBe(200);
      expect(await signIn('analyst', password)).toBe(403);

      const unknown = run(['add', 'other', '--sites', 'blog,shpo'], ports);
      await expect(unknown).rejects.toThrow(/There is no site shpo.* The sites are blog, shop\./);
    } finally {
      await program.end('SIGTERM');
    }

    // The service is down: the server is started for the check of sites alone.
    expect(await run(['add', 'later', '--sites', 'blog'])).toMatchObject({ code: 0, stderr: '' });
    expect((await run(['list'])).stdout).toBe(
      [
        'Name     Sites       Personal  Seconds  Memory, MB',
        'analyst  blog, shop  no        20       1000',
        'later    blog        no        60       1000',
        '',
      ].join('\n'),
    );
    expect(await run(['remove', 'analyst'])).toEqual({
      code: 0,
      stdout: 'The BI user analyst is removed.\n',
      stderr: '',
    });
  });

  test.each([
    [['add', 'reader'], 2, 'The name reader is reserved'],
    [['add', 'bi_definer'], 2, 'The name bi_definer is reserved'],
    [['add', 'later'], 2, 'There is a BI user later already'],
    [['add', "x'; drop"], 2, 'The name must be a name of 1 to 49 letters, digits and _'],
    [['add', 'x', '--sites', "a'b"], 2, '--sites must be ids of sites'],
    [['add', 'x', '--max-seconds', '0'], 2, '--max-seconds must be a whole number from 1 to 86400'],
    [['add', 'x', '--personal'], 1, 'set CLICKHOUSE_BI_PERSONAL=1'],
    [['add', 'x', '--password-file', '/dev/null'], 1, 'at least 16 are needed'],
    [['add', 'x', '--nope'], 2, "Unknown option '--nope'"],
    [['add'], 2, 'Name the user.'],
    [['remove', 'nobody'], 2, 'There is no BI user nobody'],
    [['password', 'nobody'], 2, 'There is no BI user nobody'],
    [[], 2, 'Say what to do: add, list, password or remove.'],
  ])('%j is refused', async (args, code, message) => {
    const before = await readBiUsers(biUsersFile(join(folder, 'clickhouse')));
    const refused = run(args);
    await expect(refused).rejects.toThrow(message);
    await expect(refused).rejects.toHaveProperty('name', code === 2 ? 'ArgumentError' : 'Error');
    expect(await readBiUsers(biUsersFile(join(folder, 'clickhouse')))).toEqual(before);
  });
});

describe('the file of users', () => {
  test('commands at once lose no change, nor does one that was killed lock the others out', async () => {
    const file = join(folder, 'several.json');
    // What a killed command leaves: a lock of a process that is gone.
    await writeFile(`${file}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, started: '1' }));
    const users = ['a', 'b', 'c', 'd', 'e'];
    await Promise.all(users.map((name) => changeBiUsers(file, (others) => [...others, storedUser(name)])));
    expect((await readBiUsers(file)).map(({ name }) => name).sort()).toEqual(users);
  });

  test('a killed command leaves the users of before or after', async () => {
    const file = biUsersFile(join(folder, 'clickhouse'));
    const child = execFile(process.execPath, ['dist/bi-user.js', 'add', 'killed'], {
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: folder },
    });
    child.kill('SIGKILL');
    await once(child, 'exit');
    const names = (await readBiUsers(file)).map(({ name }) => name).filter((name) => name !== 'killed');
    expect(names).toEqual(['later']);
    // A second try works, whether the first one was in time or not.
    await run(['remove', 'killed']).catch(() => {});
    expect(await run(['add', 'killed'])).toMatchObject({ code: 0 });
  });

  test('damage is named with its remedy', async () => {
    const file = join(folder, 'damaged.json');
    await writeFile(file, '{"users": [{"name": "a b"}]}');
    await expect(readBiUsers(file)).rejects.toThrow(`${file} lacks a valid users.0.name`);
  });
});

describe('with CLICKHOUSE_URL', () => {
  let db: TestDatabase;
  let bi: BiDatabase;
  let settings: Record<string, string>;
  beforeAll(async () => {
    db = await createTestDatabase();
    bi = await createBiDatabase(db);
    await insertPings(db.client, [{ pinged_at: Date.now() - 60_000 }]);
    settings = {
      CLICKHOUSE_URL: db.url,
      CLICKHOUSE_DATABASE: db.database,
      CLICKHOUSE_BI_DATABASE: bi.names.bi,
    };
  });
  afterAll(async () => {
    await bi.drop();
    await db.drop();
  });

  /** What ClickHouse makes of a statement; it throws when it cannot read it. */
  const plain = async (sql: string) => {
    const result = await db.client.query({
      query: 'select formatQuerySingleLine({sql:String})',
      query_params: { sql },
      format: 'TabSeparatedRaw',
    });
    return (await result.text()).trim();
  };

  test('without the right to make users, the right is named and the SQL is printed', async () => {
    const ended = await run(['add', 'analyst', '--sites', 'blog'], settings);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('CREATE USER');
    expect(ended.stderr).toContain('Nothing was changed. Let an administrator run:');
    const statements = ended.stdout
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('--'))
      .map((line) => line.replace(/;$/, ''));
    const all = await Promise.all(statements.map(plain));
    expect(all[0]).toMatch(
      /^CREATE USER analyst IDENTIFIED WITH sha256_hash BY '[0-9a-f]{64}' SALT '\S{32}' SETTINGS log_comment = 'BI user of \w+', readonly = 2 CONST, max_execution_time = 60 MIN 1 MAX 60, /,
    );
    const { bi: database } = bi.names;
    expect(all).toContain(
      `CREATE ROW POLICY OR REPLACE bi_user_analyst ON ${database}.pageviews FOR SELECT USING site_id IN ('blog') TO analyst`,
    );
    expect(all.filter((sql) => sql.startsWith('CREATE ROW POLICY'))).toHaveLength(12);
    expect(all.at(-1)).toMatch(new RegExp(`^GRANT .*SELECT ON ${database}\\.\\w+.* TO analyst$`));
  });

  test('sites are checked there too', async () => {
    const added = run(['add', 'analyst', '--sites', 'elsewhere'], settings);
    await expect(added).rejects.toThrow('There is no site elsewhere');
  });

  test('the list is of BI users alone', async () => {
    const ended = await run(['list'], settings);
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('There are no BI users in ') });
    const removed = run(['remove', 'reader'], settings);
    await expect(removed).rejects.toThrow('There is no BI user reader of the views in');
  });
});
