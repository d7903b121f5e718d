import { spawn } from 'node:child_process';
import { once } from 'node:events';
import files, { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { createClickHouse, DataFolderInUseError, type EmbeddedClickHouse } from '@tallyhouse/clickhouse';
import { listen } from '@tallyhouse/service';
import { rowsOf } from '../harness/clickhouse.ts';
import { eventually } from '../harness/eventually.ts';
import { folderOfTest } from '../harness/temporary-folder.ts';
import { logger, startIn } from './own-server.ts';

const running: EmbeddedClickHouse[] = [];
afterEach(() => Promise.all(running.splice(0).map((server) => server.stop())));
const inFolder = folderOfTest();

async function start(port = 0, options: Parameters<typeof startIn>[1] = {}): Promise<EmbeddedClickHouse> {
  const server = await startIn(inFolder(), { port, database: 'default', ...options });
  running.push(server);
  return server;
}

function clientOf(server: EmbeddedClickHouse, user: 'writer' | 'reader') {
  return createClickHouse({ url: server.url, user, password: server.passwords[user] }, logger);
}

async function rows(server: EmbeddedClickHouse, query: string): Promise<unknown[]> {
  const client = clientOf(server, 'reader');
  try {
    return await rowsOf(client, query);
  } finally {
    await client.close();
  }
}

async function untilAnswering(server: EmbeddedClickHouse): Promise<void> {
  while (
    !(await fetch(`${server.url}/ping`).then(
      (r) => r.ok,
      () => false,
    ))
  )
    await sleep(50);
}

test('keeps its data over a restart, and logs queries after it too', async () => {
  for (const marked of ["select 'first start'", "select 'second start'"]) {
    const server = await start();
    const client = clientOf(server, 'writer');
    if (marked.includes('first')) {
      await client.command({ query: 'create table default.kept (n UInt8) engine = MergeTree order by n' });
      await client.insert({ table: 'default.kept', values: [{ n: 7 }], format: 'JSONEachRow' });
    }
    await client.command({ query: marked });
    await client.command({ query: 'system flush logs query_log' });
    const query = `select count() > 0 as logged from system.query_log where query = {marked:String}`;
    expect(await rowsOf(client, query, { marked })).toEqual([{ logged: 1 }]);
    expect(await rows(server, 'select n from default.kept')).toEqual([{ n: 7 }]);
    await client.close();
    await server.stop();
  }
});

test('is replaced when it is frozen, not when a query takes long', async () => {
  const server = await start(0, { patienceMs: 2000 });
  const before = server.pid();
  expect(await rows(server, 'select sleep(3) as slept')).toHaveLength(1);
  expect(server.pid()).toBe(before);
  process.kill(before ?? 0, 'SIGSTOP');
  await eventually(async () => server.pid() !== before, true);
  await untilAnswering(server);
  expect(await rows(server, 'select 1 as n')).toEqual([{ n: 1 }]);
});

test('is started again, however often, where its old query log cannot be removed', async () => {
  const server = await start();
  const client = clientOf(server, 'writer');
  await client.command({ query: 'system flush logs query_log' });
  await client.close();
  const warned = jest.spyOn(logger, 'warn');
  // As when the server has just written there.
  let refused = 0;
  const { rm } = files;
  const removing = jest.spyOn(files, 'rm').mockImplementation(async (path, options) => {
    if (!`${path}`.endsWith('/system')) return rm(path, options);
    refused++;
    throw new Error('ENOTEMPTY');
  });
  for (const times of [1, 2]) {
    process.kill(server.pid() ?? 0, 'SIGKILL');
    await eventually(async () => refused, times);
  }
  removing.mockRestore();
  await untilAnswering(server);
  expect(await rows(server, 'select 1 as n')).toEqual([{ n: 1 }]);
  const text = 'an old query log could not be removed';
  expect(warned.mock.calls.map(([, line]) => line)).toEqual([text, text]);
});

test('refuses what takes too much memory, again and again, and does not keep more itself', async () => {
  const limit = 400_000_000;
  const server = await start(0, { limits: { memoryBytes: limit } });
  const before = server.pid();
  for (let times = 0; times < 4; times++)
    await expect(
      rows(server, 'select uniqExact(number, toString(number)) from numbers(60000000)'),
    ).rejects.toThrow(/memory limit exceeded/);
  expect(server.pid()).toBe(before);
  const status = await readFile(`/proc/${before}/status`, 'utf8');
  const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1]);
  // Without the pages of the program, which it shares and may lose.
  const peak = kilobytes('VmHWM') - kilobytes('RssFile');
  expect(peak * 1024).toBeLessThan(1.3 * limit);
});

test('the error names a port that is taken', async () => {
  const other = await listen(createServer(), 0, '127.0.0.1');
  const { port } = new URL(other.url);
  await expect(start(Number(port))).rejects.toThrow(`Port ${port} is taken by another program`);
  await other.close();
});

test.each([
  ['process.kill(process.pid, "SIGILL")', 'it was ended by SIGILL'],
  ['process.exit(3)', 'it ended with code 3'],
  ['console.error("No memory."); process.exit(1)', 'No memory.'],
])('the error says how a server that does not start ended: %s', async (script, how) => {
  const program = inFolder('program.mjs');
  await writeFile(program, script);
  await expect(start(0, { program })).rejects.toThrow(`The embedded ClickHouse did not start: ${how}`);
});

test('ends when its parent is killed, so that the next start finds the folder free', async () => {
  const parent = spawn(
    process.execPath,
    [
      '-e',
      `import('node:child_process').then(({ spawn }) => {
        const child = spawn(process.execPath, ${JSON.stringify(await serverArguments())}, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
        process.stdout.write(String(child.pid));
      })`,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [pid] = await once(parent.stdout, 'data');
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  const alive = () => {
    try {
      process.kill(Number(String(pid)), 0);
      return true;
    } catch {
      return false;
    }
  };
  while (alive()) await sleep(50);
  await start();
});

/** The arguments of a server process on this test's folder, whose files a first start has created. */
async function serverArguments(): Promise<string[]> {
  await (await start()).stop();
  const { libraryPath } = await import('../../packages/clickhouse/src/embedded/library.ts');
  return [
    'dist/clickhouse-server.js',
    libraryPath(),
    '0',
    '127.0.0.1',
    '0',
    ...['data', 'config.xml', 'doors.json'].map((name) => inFolder(name)),
  ];
}

test('while it runs nobody else starts in its folder, and each user has their rights alone', async () => {
  const server = await start();
  const again = [startIn(inFolder()), startIn(inFolder(), { port: Number(new URL(server.url).port) })];
  for (const second of await Promise.allSettled(again)) {
    const reason = 'reason' in second ? second.reason : undefined;
    expect(reason).toBeInstanceOf(DataFolderInUseError);
    expect(`${reason}`).toContain(`its ClickHouse is process ${server.pid()}`);
  }
  const reader = clientOf(server, 'reader');
  await expect(reader.command({ query: 'create database other' })).rejects.toThrow(/readonly|privileges/i);
  await reader.close();
  expect((await fetch(`${server.url}/?query=select+1`)).status).toBe(404);
  const headers = { 'X-ClickHouse-User': 'writer', 'X-ClickHouse-Key': 'wrong' };
  expect((await fetch(`${server.url}/?query=select+1`, { headers })).status).toBe(403);

  // The library's own user can read no file.
  const credentials = Buffer.from(`writer:${server.passwords.writer}`).toString('base64');
  const response = await fetch(`${server.url}/?user=default`, {
    method: 'POST',
    headers: { Authorization: `Basic ${credentials}` },
    body: "select * from file('/etc/hostname', 'LineAsString')",
  });
  expect(response.ok).toBe(false);
  expect(await response.text()).not.toContain((await readFile('/etc/hostname', 'utf8')).trim());

  // Only the owner of the folder can read the passwords.
  for (const file of ['passwords.json', 'users.xml'])
    expect((await stat(inFolder(file))).mode & 0o777).toBe(0o600);
});
