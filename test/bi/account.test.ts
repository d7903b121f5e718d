import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { forAllTests } from '../api/shared-service.ts';
import { eventually } from '../harness/eventually.ts';
import { passwordOf, rowsBy, startBiServer, storedUser } from './bi-server.ts';
import { runBiUser } from './run-bi-user.ts';

/** The embedded server's accounts for BI tools, a reader and a writer, and users of some sites that an earlier version created. */

const users = [
  storedUser('everyone', { maxSeconds: 20, maxMemoryMb: 500 }),
  storedUser('builder', { write: 'reports' }),
  storedUser('blogger', { sites: ['blog', 'not.yet'] }),
  storedUser('lawyer', { sites: ['blog'], personal: true }),
];

/** A server on which the writer has tables. */
async function startWithReports() {
  process.env['TZ'] = 'Asia/Kolkata';
  const started = await startBiServer(users);
  for (const query of [
    'create database if not exists reports',
    'create table reports.daily engine = MergeTree order by date as select date, pageviews from bi.days',
    "create view reports.of_blog as select * from bi.days where site_id = 'blog'",
  ])
    expect(await started.ask('builder', query)).toMatchObject({ status: 200, text: '' });
  return started;
}

const bi = forAllTests(startWithReports);

const rows = rowsBy((user, query) => bi.ask(user, query));

test('the account reads all sites, and sees the views as drivers ask for them', async () => {
  const sites = await rows('everyone', 'select distinct site_id from bi.pageviews');
  expect(sites).toEqual(['["blog"]', '["shop"]']);
  const tables = "select name from system.tables where database = 'bi'";
  expect(await rows('everyone', 'show tables from bi')).toEqual(await rows('writer', tables));
});

test.each([
  'select * from tallyhouse.sessions',
  'select * from bi_personal.sessions',
  'select * from system.users',
  "select * from file('/etc/hostname', 'LineAsString')",
  "select * from url('http://127.0.0.1:1/', 'LineAsString')",
  'drop view bi.sites',
  'create temporary table mine (n UInt8)',
  'select 1 settings readonly = 0',
  'select 1 settings max_execution_time = 21',
])('rights keep the account from mistakes: %s', async (query) => {
  expect(await bi.ask('everyone', query)).toMatchObject({ code: expect.stringMatching(/^(497|164|452)$/) });
});

describe('the account that writes', () => {
  test('owns its database, which the other account reads', async () => {
    const daily = await rows('everyone', 'select count() > 0, sum(pageviews) > 0 from reports.daily');
    expect(daily).toEqual(['[1, 1]']);
    expect(await rows('everyone', 'select count() > 0 from reports.of_blog')).toEqual(['[1]']);
    for (const query of ['drop table reports.daily', 'insert into reports.daily values (1, 1)'])
      expect(await bi.ask('everyone', query)).toMatchObject({ code: '497' });
  });

  test.each([
    'select * from tallyhouse.sessions',
    'select * from bi_personal.sessions',
    'insert into tallyhouse.sessions select * from tallyhouse.sessions',
    'create table bi.mine (n UInt8) engine = Memory',
    'create table tallyhouse.mine (n UInt8) engine = Memory',
    'create database other',
    'drop view bi.sites',
    'drop table tallyhouse.sessions',
    'alter table tallyhouse.sessions delete where 1',
    'create view reports.behind as select * from tallyhouse.sessions',
    'create view reports.behind definer = bi_definer sql security definer as select * from tallyhouse.sessions',
    'create view reports.behind definer = writer sql security definer as select * from tallyhouse.sessions',
    'create materialized view reports.out to tallyhouse.pings as select * from bi.sites',
    "create table reports.behind as tallyhouse.sessions engine = Merge('tallyhouse', 'sessions')",
    "create table reports.behind (n UInt8) engine = URL('http://127.0.0.1:1/', 'CSV')",
    "create table reports.behind (n UInt8) engine = File('CSV')",
    'create user mallory',
    'grant select on reports.* to reader',
    'select 1 settings max_execution_time = 61',
  ])('writes nowhere else, and reads nothing behind the views: %s', async (query) => {
    expect(await bi.ask('builder', query)).toMatchObject({ code: expect.stringMatching(/^(497|452)$/) });
  });
});

test('users of some sites are not let in, and the start says so in one line', async () => {
  for (const user of ['blogger', 'lawyer'])
    expect(await bi.ask(user, 'select 1')).toMatchObject({ text: expect.not.stringContaining('1\n') });
  // Further lines are of a test that ends ClickHouse.
  expect(bi.log.filter((line) => line.includes('BI users'))).toEqual([
    expect.stringContaining(
      'BI users of some sites are no longer let in, as they need a ClickHouse server of your own (CLICKHOUSE_URL): blogger, lawyer.',
    ),
  ]);
});

// The library shows any file to a client that may send it SQL.
test('the environment of ClickHouse has no secrets', async () => {
  const { text } = await bi.ask('everyone', "select file('/proc/self/environ') format TSVRaw");
  const names = text.split(/[\0\n]/).flatMap((line) => line.split('=')[0] || []);
  expect(names).toContain('PATH');
  expect(names.filter((name) => !/^(PATH|TZ|LANG|LC_\w+|LD_\w+)$/.test(name))).toEqual([]);
});

test('times that tools write without a zone are UTC, wherever the machine is', async () => {
  expect(await rows('everyone', "select timezone(), toDateTime('2026-11-02 00:00:00')::Int64")).toEqual([
    '["UTC", 1793577600]',
  ]);
});

const basic = (name: string, password: string) => ({
  Authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`,
});

test('queries come in the address too, and compressed', async () => {
  const headers = basic('everyone', passwordOf('everyone'));
  const inAddress = await fetch(`${bi.server.url}/?query=select+40%2B2`, { headers });
  expect(await inAddress.text()).toBe('42\n');
  const zipped = { ...headers, 'Content-Encoding': 'gzip' };
  const body = gzipSync('select 41 + 1');
  expect(await (await fetch(bi.server.url, { method: 'POST', headers: zipped, body })).text()).toBe('42\n');
});

test('one query runs at once for two cores, also after ClickHouse restarted; others wait', async () => {
  process.kill(bi.server.pid() ?? 0, 'SIGKILL');
  const atOnce = Math.max(1, Math.floor(availableParallelism() / 2));
  await eventually(async () => (await bi.ask('everyone', 'select 1')).text, '1\n');
  const asked = Array.from({ length: 2 * atOnce + 1 }, () => bi.ask('everyone', 'select sleep(1)'));
  const ended = Promise.all(asked).then((answers) => answers.map(({ text }) => text));
  const running = "select count() from system.processes where user = 'everyone'";
  let most = 0;
  for (let isOver = false; !isOver; isOver = await Promise.race([ended.then(() => true), sleep(50, false)])) {
    most = Math.max(most, Number((await bi.ask('writer', running)).text));
  }
  expect(await ended).toEqual(asked.map(() => '0\n'));
  expect(most).toBe(atOnce);
});

test.each([
  ['max_execution_time=300', '20'],
  ['max_execution_time=0', '20'],
  ['max_execution_time=5&max_execution_time=1e9', '20'],
  ['max_execution_time=5', '5'],
])('a tool that sends %s gets %s seconds', async (parameters, seconds) => {
  const { text } = await bi.ask('everyone', "select getSetting('max_execution_time')", parameters);
  expect(text).toBe(`${seconds}\n`);
});

test.each([
  ...['tables', 'columns', 'schemata', 'views', 'key_column_usage', 'referential_constraints', 'statistics'],
])('information_schema.%s answers, of the views and databases that users own', async (table) => {
  const query = `select * from information_schema.${table} format JSONEachRow`;
  const { status, text } = await bi.ask('everyone', query);
  expect(status).toBe(200);
  expect(text).not.toMatch(/table_schema":"(?!(bi|reports|system)")/);
  expect(text.includes('pages_daily')).toBe(['tables', 'columns', 'views'].includes(table));
});

test('it sees no parts of the tables behind', async () => {
  expect(await rows('everyone', 'select distinct database from system.parts')).toEqual(['["reports"]']);
});

test('a BI user comes in by the proxy alone, which knows its password; nobody comes in as the definer', async () => {
  const headers = basic('everyone', passwordOf('everyone'));
  expect((await fetch(`${bi.server.insideUrl}/?query=select+1`, { headers })).status).toBe(403);
  const definer = { 'X-ClickHouse-User': 'bi_definer', 'X-ClickHouse-Key': '' };
  expect((await fetch(`${bi.server.insideUrl}/?query=select+1`, { headers: definer })).ok).toBe(false);
  const wrong = await fetch(`${bi.server.url}/?query=select+1`, { headers: basic('everyone', 'wrong') });
  expect([wrong.status, wrong.headers.get('x-clickhouse-exception-code')]).toEqual([403, '516']);
  const two = { ...headers, 'X-ClickHouse-User': 'writer', 'X-ClickHouse-Key': '' };
  expect((await fetch(`${bi.server.url}/?query=select+1`, { headers: two })).ok).toBe(false);
});

test('only hashes of passwords are kept, for the owner alone', async () => {
  for (const name of ['bi-users.json', 'users.xml', 'doors.json', 'config.xml']) {
    const text = await readFile(join(bi.folder, name), 'utf8');
    expect(text).not.toContain('password-of-');
  }
  for (const name of ['bi-users.json', 'users.xml', 'doors.json'])
    expect((await stat(join(bi.folder, name))).mode & 0o777).toBe(0o600);
});

describe('the native port', () => {
  /** The first response, empty when the connection closes. @param isAll waits until it closes */
  async function say(bytes: Buffer | string, isAll = false): Promise<string> {
    const socket = connect(bi.server.tcpPort ?? 0, '127.0.0.1').setEncoding('latin1');
    if (isAll) socket.end(bytes);
    else socket.write(bytes);
    const closed = new Promise<string[]>((resolve) => socket.once('close', () => resolve([''])));
    const [answer] = await Promise.race([once(socket, 'data').catch(() => closed), closed]);
    socket.destroy();
    return answer;
  }
  const text = (value: string) => Buffer.from([value.length, ...Buffer.from(value)]);
  const hello = (user: string, password: string) => {
    const [kind, version] = [Buffer.from([0]), Buffer.from([1, 1, 20])];
    return Buffer.concat([kind, text('test'), version, ...['', user, password].map(text)]);
  };

  test('lets a greeting with the right password through, and nobody else', async () => {
    expect(await say(hello('reader', bi.server.passwords.reader))).toContain('ClickHouse');
    expect(await say(hello('reader', 'wrong'))).toContain('Authentication failed');
    expect(await say(hello('everyone', passwordOf('everyone')))).toContain('BI users connect by HTTP');
    expect(await say(hello('default', ''))).toContain('no such user here');
  });

  test('silent clients shut nobody out', async () => {
    let closed = 0;
    const idle = Array.from({ length: 600 }, () =>
      connect(bi.server.tcpPort ?? 0, '127.0.0.1')
        .on('error', () => {})
        .once('close', () => closed++),
    );
    await eventually(async () => closed >= 500, true);
    expect(await say(hello('reader', bi.server.passwords.reader))).toContain('ClickHouse');
    for (const socket of idle) socket.destroy();
  });

  test.each([
    ['noise', 'GARBAGE\r\n\r\n'],
    ['HTTP', 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
    ['half a greeting', Buffer.from([0, 5, 65])],
    ['a length beyond all numbers', Buffer.from([0, 255, 255, 255, 255, 255, 255, 1])],
  ])('ClickHouse survives %s', async (_what, bytes) => {
    const before = bi.server.pid();
    await Promise.all(Array.from({ length: 10 }, () => say(bytes, true)));
    expect(await bi.ask('reader', 'select 1')).toMatchObject({ text: '1\n' });
    expect(bi.server.pid()).toBe(before);
  });
});

test('the command keeps one account while the server runs, and only its hash', async () => {
  const bi = await startWithReports();
  const run = (...args: string[]) => runBiUser(args, bi.env);
  const status = async (name: string, password: string) => {
    const headers = basic(name, password);
    return (await fetch(`${bi.server.url}/?query=select+count()+from+bi.sites`, { headers })).status;
  };
  for (const [args, message] of [
    ['add analyst', 'one account for BI tools that reads, and that is everyone'],
    ['add everyone', 'There is a BI user everyone already'],
    ['add blogger', 'one account for BI tools that reads, and that is everyone'],
    ['add some --sites blog', 'need a ClickHouse server of your own'],
    ['password blogger', 'BI users of some sites need a ClickHouse server'],
  ] as const)
    await expect(run(...args.split(' '))).rejects.toThrow(message);
  const listed = (await run('list')).stdout;
  expect(listed).toContain('blogger   blog, not.yet  no        -        60       1000\n');
  expect(listed).toContain('\nblogger is not let in: it was made by an earlier version. Remove it.\n');
  for (const name of ['everyone', 'builder', 'blogger', 'lawyer'])
    expect((await run('remove', name)).stdout).toBe(`The BI user ${name} is removed.\n`);
  expect(await status('everyone', passwordOf('everyone'))).not.toBe(200);

  const added = await run('add', 'analyst', '--personal', '--max-seconds', '20');
  expect(added).toMatchObject({ code: 0, stderr: '' });
  const connects = `It connects to ${bi.server.url}, database bi.`;
  const reads = 'It reads the rows of all sites in the views of bi and bi_personal, for at most 20 s a query';
  for (const said of [`${reads}, with 1000 MB of memory.`, connects]) expect(added.stdout).toContain(said);
  const password = /^ {2}(\S{32})$/m.exec(added.stdout)?.[1] ?? '';
  expect(await status('analyst', password)).toBe(200);
  expect(await readFile(join(bi.folder, 'bi-users.json'), 'utf8')).not.toContain(password);
  await expect(run('add', 'bi_definer')).rejects.toThrow('The name bi_definer is reserved');

  const file = join(bi.folder, 'password');
  await writeFile(file, 'correct horse battery\n');
  const changed = await run('password', 'analyst', '--password-file', file);
  expect(changed).toEqual({ code: 0, stdout: 'The BI user analyst has a new password.\n', stderr: '' });
  expect(await status('analyst', 'correct horse battery')).toBe(200);
  expect(await status('analyst', password)).toBe(403);
  expect((await run('list')).stdout).toContain('analyst  all    yes       -       20       1000\n');

  const writing = (await run('add', 'dbt', '--write', 'reports')).stdout;
  expect(writing).toContain('It owns the database reports, which other BI users read.');
  expect(writing).toContain(connects);
  const of = basic('dbt', /^ {2}(\S{32})$/m.exec(writing)?.[1] ?? '');
  const ask = async (headers: Record<string, string>, query: string) =>
    (await fetch(bi.server.url, { method: 'POST', headers, body: query })).text();
  // The other account's tables survive restarts.
  for (const by of [of, basic('analyst', 'correct horse battery')])
    expect(await ask(by, 'select count() > 0 from reports.daily')).toBe('1\n');
  await expect(run('add', 'second', '--write', 'other')).rejects.toThrow('that writes, and that is dbt');
  expect((await run('list')).stdout).toContain('dbt      all    no        reports  60       1000\n');

  // While the service is down, too.
  await bi.server.stop();
  expect((await run('remove', 'dbt')).stdout).toBe('The BI user dbt is removed.\n');
  expect((await run('list')).stdout).not.toContain('dbt');
  expect(await run('add', 'later', '--write', 'reports')).toMatchObject({ code: 0 });
  await bi.stop();
});
