import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmbeddedLog } from '@tallyhouse/log';
import { createLogger } from '@tallyhouse/service';
import { freePort } from '../harness/free-port.ts';
import { type Program, startProgram } from '../harness/program.ts';
import { until } from '../log/gather.ts';

/** Runs the command next to a whole service, as `npm start` runs it. */

let folder: string;
let env: Record<string, string>;
let service: Program;
let urls: { query: string; ingest: string };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tallyhouse-replay-'));
  const [query, ingest, clickhouse] = [await freePort(), await freePort(), await freePort()];
  urls = { query: `http://127.0.0.1:${query}`, ingest: `http://127.0.0.1:${ingest}` };
  env = { DATA_DIR: folder, CLICKHOUSE_HTTP_PORT: `${clickhouse}` };
  service = await startProgram([process.execPath, 'dist/standalone.js'], {
    env: {
      ...env,
      API_KEY: 'the-key-of-the-tests',
      QUERY_PORT: `${query}`,
      INGEST_PORT: `${ingest}`,
      LOG_LEVEL: 'fatal',
    },
    readyUrls: [`${urls.query}/readyz`, `${urls.ingest}/readyz`],
  });
});

afterAll(async () => {
  await service?.end('SIGTERM');
  await rm(folder, { recursive: true, force: true });
});

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

async function replay(args: string, about: { env?: Record<string, string> } = {}): Promise<Ended> {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, ['dist/replay.js', ...args.split(' ')], {
    env: { PATH, LOG_LEVEL: 'silent', ...env, ...about.env },
  });
  let [out, err] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const [code] = await once(child, 'close');
  return { code, out, err };
}

async function overview(): Promise<string> {
  const response = await fetch(`${urls.query}/api/v1/overview?period=1h`, {
    headers: { authorization: 'Bearer the-key-of-the-tests' },
  });
  return JSON.stringify(JSON.parse(await response.text()).data);
}

async function send(count: number): Promise<void> {
  const pings = Array.from({ length: count }, (_, number) => ({ page_path: `/${number}` }));
  const response = await fetch(`${urls.ingest}/api/ping`, {
    method: 'POST',
    headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' },
    body: JSON.stringify(pings),
  });
  expect(response.status).toBe(202);
}

test('reads the log of the running service again, and its reports stay as they are', async () => {
  await send(200);
  await until(async () => (await overview()).includes('"pageviews":200'));
  const before = await overview();
  expect(await replay('--from 1h --dry-run')).toEqual({
    code: 0,
    out: '200 messages would be stored again.\n',
    err: '',
  });
  expect(await replay('--from 1h')).toEqual({ code: 0, out: '200 messages were stored again.\n', err: '' });
  expect(await overview()).toBe(before);
});

test('puts a dead letter back while the service runs', async () => {
  const log = createEmbeddedLog({
    folder: join(folder, 'log'),
    partitions: 1,
    retainMs: 0,
    logger: createLogger('test', 'silent'),
  });
  await log.writer().append([{ key: 'k', value: Buffer.from('nonsense') }]);
  await log.close();
  await until(async () => (await replay('--dead-letters --list')).out.endsWith('1 dead letters.\n'));
  const out = '1 dead letters were put back into the log.\n';
  expect(await replay('--dead-letters')).toEqual({ code: 0, out, err: '' });
});

test('names the remedy when it cannot work, with exit code 1, and 2 for wrong arguments', async () => {
  const otherPort = `${await freePort()}`;
  expect(await replay('--from 1h', { env: { CLICKHOUSE_HTTP_PORT: otherPort } })).toEqual({
    code: 1,
    out: '',
    err: expect.stringMatching(
      new RegExp(
        `^ClickHouse does not respond at 127.0.0.1:${otherPort} \\(.*\\)\\. Start the service with tallyhouse start, `,
      ),
    ),
  });
  const elsewhere = join(folder, 'elsewhere');
  expect(await replay('--from 1h', { env: { DATA_DIR: elsewhere } })).toEqual({
    code: 1,
    out: '',
    err: `There is no log in ${elsewhere}/log. Set DATA_DIR to the folder of a service that tallyhouse start runs, or KAFKA_BROKERS.\n`,
  });
  expect(await replay('--from yesterday')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^--from yesterday: /),
  });
  expect(await replay('--help')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^Usage: tallyhouse replay/),
  });
});
