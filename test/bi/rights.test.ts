import { once } from 'node:events';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { type BiServer, passwordOf, startBiServer, storedUser } from './bi-server.ts';
import { pageQuestions } from './page-questions.ts';
import { runBiUser } from './run-bi-user.ts';

let bi: BiServer;
beforeAll(async () => {
  bi = await startBiServer([
    storedUser('everyone'),
    storedUser('blogger', { sites: ['blog', 'not.yet'], maxSeconds: 20, maxMemoryMb: 500 }),
    storedUser('lawyer', { sites: ['blog'], personal: true }),
  ]);
});
afterAll(() => bi.stop());

const rows = async (user: string, query: string) => {
  const answer = await bi.ask(user, `${query} format JSONCompactEachRow`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.text.split('\n').filter(Boolean).sort();
};
const views = async () =>
  (await rows('writer', "select name from system.tables where database = 'bi'")).map(
    (row) => JSON.parse(row)[0],
  );

test.each(pageQuestions())('a BI user gets an answer to $text', async ({ sql }) => {
  const plain = sql.trim();
  const answer = await rows('everyone', plain);
  expect(answer).toEqual(await rows('writer', plain));
  expect(answer).not.toEqual([]);
  // The last question is about all sites.
  if (plain.includes("'blog'")) expect(await rows('blogger', plain)).toEqual(answer);
});

test('a BI user for some sites sees their rows alone, in every view', async () => {
  for (const view of await views()) {
    const sites = `select distinct site_id from bi.${view}`;
    expect([view, await rows('everyone', sites)]).toEqual([view, ['["blog"]', '["shop"]']]);
    expect([view, await rows('blogger', sites)]).toEqual([view, ['["blog"]']]);
  }
  expect(await rows('blogger', "select count() from bi.sessions where site_id = 'shop'")).toEqual(['[0]']);
});

test('the filter on sites reaches the tables', async () => {
  const plan = (await rows('blogger', 'explain indexes = 1 select count() from bi.visitors')).join('\n');
  expect(plan).toMatch(/Condition: .*site_id in 2-element set/);
});

test('a view without a policy answers a BI user for some sites nothing', async () => {
  await bi.writer.command({ query: "create view bi.later as select 'shop' as site_id" });
  expect((await bi.ask('everyone', 'select * from bi.later')).text).toBe('shop\n');
  expect(await bi.ask('blogger', 'select * from bi.later')).toMatchObject({ code: '497' });
  expect(await rows('blogger', 'show tables from bi')).not.toContain('["later"]');
  await bi.writer.command({ query: 'drop view bi.later' });
});

test('personal data is for those who may see it, of their sites', async () => {
  const sites = 'select distinct site_id from bi_personal.sessions';
  expect(await rows('lawyer', sites)).toEqual(['["blog"]']);
  for (const user of ['blogger', 'everyone'])
    expect(await bi.ask(user, sites)).toMatchObject({ code: '497' });
});

/** ACCESS_DENIED, READONLY, and a constraint of a setting. */
const denied = /^(497|164|452)$/;

test.each([
  'select * from tallyhouse.sessions',
  'select ip from tallyhouse.pings',
  'select * from system.query_log',
  'select * from system.users',
  'select * from system.processes',
  'select * from system.parts',
  'select * from system.grants',
  'select * from system.row_policies',
  "select * from mergeTreeIndex('tallyhouse', 'visitors')",
  "select * from url('http://127.0.0.1:1/', 'LineAsString')",
  "select * from remote('127.0.0.1', 'tallyhouse', 'sessions')",
  'select * from loop(bi.sites)',
  "select * from executable('ls', 'LineAsString', 'line String')",
  'insert into bi.sites values (1)',
  'create table bi.mine (n UInt8) engine = Memory',
  'create temporary table mine (n UInt8)',
  'create view bi.mine as select 1',
  'drop view bi.sites',
  'alter table tallyhouse.sessions delete where 1',
  'kill query where 1',
  'create user mallory',
  'select 1 settings max_execution_time = 21',
  'select 1 settings max_execution_time = 0',
  'select 1 settings max_memory_usage = 500000001',
  'select 1 settings max_memory_usage_for_user = 0',
  'select 1 settings max_temporary_data_on_disk_size_for_user = 0',
  'select 1 settings priority = 0',
  'select 1 settings low_priority_query_wait_time_ms = 0',
  'select 1 settings readonly = 0',
  "select 1 settings dialect = 'prql'",
])('a BI user may not %s', async (query) => {
  expect(await bi.ask('blogger', query)).toMatchObject({ code: expect.stringMatching(denied) });
});

// The library reads any file of the service for whoever asks.
test.each([
  "select * from file('/etc/hostname', 'LineAsString')",
  'select * from `/etc/hostname`',
  "select file('/etc/hostname')",
  "select `file`('/etc/hostname')",
  "select `\\x66ile`('/etc/hostname')",
  'select "fi\\x6ce"(\'/etc/hostname\')',
  "select “file”('/etc/hostname')",
  "select /* ' */ file('/etc/hostname') -- '",
  "select `'`, file('/etc/hostname'), `'` from (select 1 as `'`)",
  "select `\\``, file('/etc/hostname'), '`' from (select 1 as `\\``)",
  "select * apply file from (select '/etc/hostname' as path)",
  "with path -> file(path) as f select f('/etc/hostname')",
  "select {f:Identifier}('/etc/hostname')",
  "explain syntax select file('/etc/hostname')",
  "select 1 format Template settings format_template_resultset = '/etc/hostname'",
  "select 1 format Template settings format_template_row = '/etc/hostname'",
  "select 1 format CapnProto settings format_schema = '/etc/hostname:x'",
])('a BI user reads no file: %s', async (query) => {
  const parameters = query.includes('Identifier') ? 'param_f=file' : '';
  const { status, text, code } = await bi.ask('everyone', query, { parameters });
  expect({ status, text, code }).toMatchObject({ code: expect.stringMatching(denied) });
  expect(text).not.toContain((await readFile('/etc/hostname', 'utf8')).trim());
});

test.each([
  ["select 'a /file', '\\'file', $$file$$ -- file", "a /file\t\\'file\tfile\n"],
  ["select count() from bi.pageviews where page_path = '/file'", '0\n'],
  ['select 1 as profile, 2 as file_name', '1\t2\n'],
])('the word may stand in a text, or in another: %s', async (query, answer) => {
  expect(await bi.ask('everyone', query)).toEqual({ status: 200, text: answer, code: null });
});

test('a query in two parts is checked as a whole', async () => {
  const parameters = new URLSearchParams({ query: 'select fi' }).toString();
  const answer = await bi.ask('everyone', "le('/etc/hostname')", { parameters });
  expect(answer).toMatchObject({ status: 403, code: '497' });
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
  const other = { ...headers, 'Content-Encoding': 'br' };
  expect((await fetch(bi.server.url, { method: 'POST', headers: other, body })).status).toBe(415);
});

test('limits may be lowered', async () => {
  const limits = "select getSetting('max_execution_time'), getSetting('max_memory_usage')";
  expect((await bi.ask('blogger', limits)).text).toBe('20\t500000000\n');
  expect((await bi.ask('blogger', `${limits} settings max_execution_time = 5`)).text).toBe('5\t500000000\n');
});

test('a BI user comes in by the proxy alone, which knows its password; nobody comes in as the definer', async () => {
  const headers = basic('everyone', passwordOf('everyone'));
  expect((await fetch(`${bi.server.insideUrl}/?query=select+1`, { headers })).status).toBe(403);
  const definer = { 'X-ClickHouse-User': 'bi_definer', 'X-ClickHouse-Key': '' };
  expect((await fetch(`${bi.server.insideUrl}/?query=select+1`, { headers: definer })).ok).toBe(false);
  const wrong = await fetch(`${bi.server.url}/?query=select+1`, { headers: basic('everyone', 'wrong') });
  expect([wrong.status, wrong.headers.get('x-clickhouse-exception-code')]).toEqual([403, '516']);
});

test('only hashes of passwords are kept, for the owner alone', async () => {
  for (const name of ['bi-users.json', 'users.xml', 'doors.json', 'config.xml']) {
    const text = await readFile(join(bi.folder, name), 'utf8');
    expect(text).not.toContain('password-of-');
  }
  for (const name of ['bi-users.json', 'users.xml', 'doors.json'])
    expect((await stat(join(bi.folder, name))).mode & 0o777).toBe(0o600);
});

describe('the port for other machines', () => {
  const outside = (headers: Record<string, string>, path = '/?query=select+1') =>
    fetch(`${bi.outsideUrl}${path}`, { headers });

  test('lets BI users in, and nobody else', async () => {
    expect(await bi.ask('blogger', 'select 1', { url: bi.outsideUrl })).toMatchObject({ text: '1\n' });
    expect((await outside({}, '/ping')).status).toBe(200);
    expect((await outside({})).status).toBe(401);
    for (const user of ['writer', 'reader'])
      expect(await bi.ask(user, 'select 1', { url: bi.outsideUrl })).toMatchObject({ status: 403 });
    const { writer } = bi.server.passwords;
    const second = { 'X-ClickHouse-User': 'blogger', 'X-ClickHouse-Key': passwordOf('blogger') };
    const two = { ...basic('writer', writer), ...second };
    expect((await outside(two)).status).toBe(403);
    expect((await outside(two, '/?query=select+1&user=blogger')).status).toBe(403);
  });

  test('refuses web pages', async () => {
    const headers = basic('blogger', passwordOf('blogger'));
    expect((await outside({ ...headers, Origin: 'https://evil.example' })).status).toBe(403);
    expect((await outside({ ...headers, 'Sec-Fetch-Site': 'cross-site' })).status).toBe(403);
  });

  test('limits wrong passwords', async () => {
    // From another address, as the other tests come from 127.0.0.1.
    const options = { localAddress: '127.0.0.2', headers: basic('blogger', 'wrong') };
    const tries = Array.from({ length: 25 }, async () => {
      const [response] = await once(get(`${bi.outsideUrl}/?query=select+1`, options), 'response');
      response.resume();
      return response.statusCode;
    });
    expect(await Promise.all(tries)).toContain(429);
  });
});

describe('the native port', () => {
  /** What is answered first; nothing when the connection is closed. @param isAll whether nothing more will be said */
  const say = (bytes: Buffer | string, isAll = false) =>
    new Promise<string>((resolve) => {
      const socket = connect(bi.server.tcpPort ?? 0, '127.0.0.1', () => {
        if (isAll) socket.end(bytes);
        else socket.write(bytes);
      });
      const end = (answer: string) => {
        resolve(answer);
        socket.destroy();
      };
      socket
        .setEncoding('latin1')
        .on('error', () => {})
        .once('data', end);
      socket.once('close', () => end(''));
    });
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

test('the command adds, changes and removes users while the server runs, and only their hashes are kept', async () => {
  const run = (...args: string[]) => runBiUser(args, bi.env);
  const status = async (name: string, password: string) => {
    const headers = basic(name, password);
    return (await fetch(`${bi.server.url}/?query=select+count()+from+bi.sites`, { headers })).status;
  };
  const added = await run('add', 'analyst', '--sites', 'blog,shop', '--max-seconds', '20');
  expect(added).toMatchObject({ code: 0, stderr: '' });
  expect(added.stdout).toContain(
    'It reads the rows of the sites blog, shop in the views of bi, for at most 20 s a query, with 1000 MB of memory.',
  );
  expect(added.stdout).toContain(`It connects to ${bi.server.url}, database bi.`);
  const password = /^ {2}(\S{32})$/m.exec(added.stdout)?.[1] ?? '';
  expect(await status('analyst', password)).toBe(200);
  expect(await readFile(join(bi.folder, 'bi-users.json'), 'utf8')).not.toContain(password);
  await expect(run('add', 'analyst')).rejects.toThrow('There is a BI user analyst already');
  await expect(run('add', 'bi_definer')).rejects.toThrow('The name bi_definer is reserved');

  const file = join(bi.folder, 'password');
  await writeFile(file, 'correct horse battery\n');
  const changed = await run('password', 'analyst', '--password-file', file);
  expect(changed).toEqual({ code: 0, stdout: 'The BI user analyst has a new password.\n', stderr: '' });
  expect(await status('analyst', 'correct horse battery')).toBe(200);
  expect(await status('analyst', password)).toBe(403);
  expect((await run('list')).stdout).toContain('analyst   blog, shop     no        20       1000\n');

  const removed = await run('remove', 'analyst');
  expect(removed).toEqual({ code: 0, stdout: 'The BI user analyst is removed.\n', stderr: '' });
  expect(await status('analyst', 'correct horse battery')).not.toBe(200);
});
