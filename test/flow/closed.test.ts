import { chmod, copyFile, mkdir, readdir, readFile, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { ran } from '../harness/ran.ts';
import { folderOfFile } from '../harness/temporary-folder.ts';
import { expectReport } from './visit.ts';

/** What `npm start` keeps is for its owner alone, and what it prints is for everybody. */

const inFolder = folderOfFile();
const data = inFolder('data');
let program: Program;
let ports: { query: number; ingest: number; clickhouse: number };
beforeAll(async () => {
  // As an earlier version made it.
  await mkdir(data);
  await chmod(data, 0o755);
  await start();
  await sendPings();
});
afterAll(() => program?.end('SIGTERM'));

/** As on most machines: by default, everybody may read new files. */
const openUmask = ['sh', '-c', 'umask 022; exec "$@"', 'sh', process.execPath, 'dist/standalone.js'];

async function start(): Promise<void> {
  ports = { query: await freePort(), ingest: await freePort(), clickhouse: await freePort() };
  program = await startProgram(openUmask, {
    env: {
      DATA_DIR: data,
      QUERY_PORT: `${ports.query}`,
      INGEST_PORT: `${ports.ingest}`,
      CLICKHOUSE_HTTP_PORT: `${ports.clickhouse}`,
      LOG_LEVEL: 'trace',
    },
    readyUrls: [`http://127.0.0.1:${ports.query}/readyz`, `http://127.0.0.1:${ports.ingest}/readyz`],
  });
  await up(program);
}

const up = (one: Program) => one.printed('Ctrl-C stops it');

const secrets = async () => JSON.parse(await readFile(join(data, 'secrets.json'), 'utf8'));

async function sendPings(): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${ports.ingest}/api/ping`, {
    method: 'POST',
    headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' },
    body: JSON.stringify(Array.from({ length: 50 }, (_, number) => ({ page_path: `/${number}` }))),
  });
  expect(response.status).toBe(202);
  const { api_key } = await secrets();
  const service = { queryUrl: `http://127.0.0.1:${ports.query}`, key: api_key };
  await expectReport(service, '/overview', expect.objectContaining({ pageviews: 50 }));
}

/** Files that users other than the owner may do something with; symbolic links have no rights of their own. */
async function openToOthers(): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(data, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    // ClickHouse may have removed it meanwhile.
    const mode = entry.isSymbolicLink()
      ? 0
      : await stat(path).then(
          (found) => found.mode,
          () => 0,
        );
    if (mode & 0o077) found.push(path);
  }
  return found;
}

test('nothing in DATA_DIR is open to others, with any umask, and if it was open before', async () => {
  expect((await readdir(join(data, 'clickhouse', 'data'), { recursive: true })).length).toBeGreaterThan(100);
  expect(await openToOthers()).toEqual([]);
  expect((await stat(data)).mode & 0o777).toBe(0o700);
});

test('the key is not printed into a pipe, but where it is', async () => {
  const { api_key, identity_secret } = await secrets();
  const passwords = JSON.parse(await readFile(join(data, 'clickhouse', 'passwords.json'), 'utf8'));
  expect(program.output()).toContain(`Key          in ${join(data, 'secrets.json')}, as api_key`);
  for (const secret of [api_key, identity_secret, passwords.writer, passwords.reader]) {
    expect(program.output()).not.toContain(secret);
  }
});

test('configured secrets, those in CLICKHOUSE_URL included, are not printed at any level', async () => {
  const { writer } = JSON.parse(await readFile(join(data, 'clickhouse', 'passwords.json'), 'utf8'));
  const server = `127.0.0.1:${ports.clickhouse}`;
  const [query, ingest] = [await freePort(), await freePort()];
  const other = await startProgram(openUmask, {
    env: {
      DATA_DIR: inFolder('other'),
      QUERY_PORT: `${query}`,
      INGEST_PORT: `${ingest}`,
      CLICKHOUSE_URL: `http://writer:${writer}@${server}`,
      CLICKHOUSE_DATABASE: 'other',
      ADMIN_PASSWORD: 'correct-horse-battery',
      IDENTITY_SECRET: 'staple-staple-staple',
      LOG_LEVEL: 'trace',
    },
    readyUrls: [`http://127.0.0.1:${query}/readyz`],
  });
  await up(other);
  const wrong = await fetch(`http://127.0.0.1:${query}/api/v1/overview`, {
    headers: { authorization: 'Bearer wrong' },
  });
  expect(wrong.status).toBe(401);
  expect(await other.end('SIGTERM')).toBe(0);
  expect(other.output()).toContain(`ClickHouse   http://${server}\n`);
  expect(other.output()).toContain('Key          the ADMIN_PASSWORD that you set\n');
  for (const secret of [writer, 'correct-horse-battery', 'staple-staple-staple']) {
    expect(other.output()).not.toContain(secret);
  }
});

/** A start that fails. */
async function fails(
  env: Record<string, string>,
  ...args: string[]
): Promise<{ code: unknown; output: string }> {
  const ports = { QUERY_PORT: '0', INGEST_PORT: '0', CLICKHOUSE_HTTP_PORT: '0' };
  const all = { DATA_DIR: data, ...ports, ...env };
  const { code, out, errors } = await ran([process.execPath, 'dist/standalone.js', ...args], { env: all });
  return { code, output: out + errors };
}

test('a start of the demo in the folder of a service that runs is refused, and writes nothing there', async () => {
  const before = await readdir(data);
  const { code, output } = await fails({}, '--demo');
  expect(output).toContain(`The data folder ${join(data, 'clickhouse')} is in use by another Tallyhouse`);
  expect(code).toBe(1);
  expect(await readdir(data)).toEqual(before);
});

test('when a server refuses the password or cannot be reached, the error does not contain the password', async () => {
  for (const server of [`127.0.0.1:${ports.clickhouse}`, '127.0.0.1:1']) {
    const url = `http://writer:correct-horse@${server}`;
    const env = { DATA_DIR: inFolder('other'), CLICKHOUSE_URL: url, LOG_LEVEL: 'trace' };
    const { code, output } = await fails(env);
    expect(code).toBe(1);
    expect(output).toContain('Could not start.');
    expect(output).not.toContain('correct-horse');
  }
});

test.each([
  ['secrets.json', 'the old key is refused, and all cookieless visitors count as new'],
  ['clickhouse/passwords.json', 'No data is lost'],
])(
  'a broken %s prevents the start, with an error that names it and the effect of deleting it',
  async (name, effect) => {
    const broken = inFolder(`broken-${name.replace('/', '-')}`);
    const file = join(broken, name);
    await mkdir(join(broken, 'clickhouse'), { recursive: true });
    for (const kept of ['secrets.json', 'clickhouse/passwords.json']) {
      await copyFile(join(data, kept), join(broken, kept));
    }
    await truncate(file, 35);
    const { code, output } = await fails({ DATA_DIR: broken });
    expect(output).toContain(`Could not start. ${file} is truncated or was overwritten.`);
    expect(output).toContain(effect);
    expect(code).toBe(1);
  },
);
