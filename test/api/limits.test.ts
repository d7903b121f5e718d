import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../harness/eventually.ts';
import { key, startServiceWithSql } from './query-service.ts';
import { endless } from './replace-sql.ts';

let sql: string;

async function withService(
  environment: Record<string, string>,
  use: (service: Awaited<ReturnType<typeof startServiceWithSql>>) => Promise<void>,
) {
  const service = await startServiceWithSql(() => sql, environment);
  try {
    await use(service);
  } finally {
    await service.stop();
  }
}

const headers = { authorization: `Bearer ${key}` };
const exportOf = (url: string) => `${url}/api/v1/export/pageviews`;
const one = [200, '"one"\n1\n'];
/** How many reports are under way. */
const working = async (request: (path: string, init: RequestInit) => Promise<{ body: unknown }>) =>
  /\{kind="report",state="working"\} (\d+)/.exec(String((await request('/metrics', { headers })).body))?.[1];
const tooMany = {
  error: { code: 'unavailable', message: 'Too many concurrent requests. Please try again.' },
};

test('exports beyond EXPORT_CONCURRENCY wait a second, then get a 503', async () => {
  sql = endless;
  await withService({ EXPORT_CONCURRENCY: '1' }, async ({ url, download, report }) => {
    const response = await new Promise<IncomingMessage>((resolve) =>
      get(exportOf(url), { headers }, resolve),
    );
    response.pause();
    const refused = await download('sessions');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '1']);
    expect(JSON.parse(refused.text)).toEqual(tooMany);
    // Reports have their own limit.
    sql = 'select 1 as one';
    expect((await report('/overview')).status).not.toBe(503);
    response.destroy();
  });
});

describe('with keys for others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'));
  const KEYS_FILE = join(folder, 'keys.json');
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const keys = ['a', 'b', 'c', 'd'].map((name) => {
    return { name, sha256: sha256(name), sites: ['blog'], rights: ['read', 'export'] };
  });
  writeFileSync(KEYS_FILE, JSON.stringify({ keys }));
  afterAll(() => rmSync(folder, { recursive: true }));
  const by = (name: string) => ({
    headers: { authorization: `Bearer ${name}`, 'accept-encoding': 'identity' },
  });

  test('slow downloads take at most half of the places that other keys leave', async () => {
    await withService({ EXPORT_CONCURRENCY: '4', KEYS_FILE }, async ({ url, download }) => {
      const slow: IncomingMessage[] = [];
      /** The statuses of downloads that are begun and never read. */
      const begin = (name: string, count: number) =>
        Promise.all(
          Array.from({ length: count }, async () => {
            const response = await new Promise<IncomingMessage>((resolve) =>
              get(exportOf(url), by(name), resolve),
            );
            slow.push(response.pause());
            return response.statusCode;
          }),
        );
      const read = async (name: string) => (await download('pages', {}, by(name))).text;
      const tooManyOfKey = {
        ...tooMany.error,
        message: 'Too many concurrent requests with this key. Please try again.',
      };

      sql = endless;
      expect((await begin('a', 4)).sort()).toEqual([200, 200, 503, 503]);
      sql = 'select 1 as one';
      expect(JSON.parse(await read('a'))).toEqual({ error: tooManyOfKey });
      for (const other of ['b', 'c', key]) expect(await read(other)).toBe(one[1]);
      sql = endless;
      expect((await begin('b', 2)).sort()).toEqual([200, 503]);
      sql = 'select 1 as one';
      for (const other of ['c', 'd']) expect(await read(other)).toBe(one[1]);
      for (const response of slow) response.destroy();
      await eventually(() => read('a'), one[1]);
    });
  });

  test('slow reports take at most half of the places', async () => {
    sql = 'select sleepEachRow(0.1) from numbers(100000) settings max_block_size = 1';
    await withService({ QUERY_CONCURRENCY: '2', KEYS_FILE }, async ({ url, request }) => {
      const caller = new AbortController();
      const ask = (name: string) => fetch(`${url}/api/v1/overview`, { ...by(name), signal: caller.signal });
      const asked = ask('a');
      await eventually(() => working(request), '1');
      expect((await ask('a')).status).toBe(503);
      const other = ask('b');
      await eventually(() => working(request), '2');
      caller.abort();
      await Promise.allSettled([asked, other]);
    });
  });
});

test('a request that waits is served when another one ends', async () => {
  sql = 'select 1 as one';
  await withService({ EXPORT_CONCURRENCY: '1' }, async ({ download }) => {
    // Two: the second has a second to wait for the first, which is enough on a busy machine too.
    const answers = await Promise.all([download('pages'), download('pages')]);
    expect(answers.map(({ status, text }) => [status, text])).toEqual([one, one]);
  });
});

test('reports beyond QUERY_CONCURRENCY wait a second, then get a 503', async () => {
  sql = 'select sleepEachRow(0.1) from numbers(100000) settings max_block_size = 1';
  await withService({ QUERY_CONCURRENCY: '2' }, async ({ url, request, report }) => {
    const caller = new AbortController();
    const { signal } = caller;
    const asked = [1, 2].map(() => fetch(`${url}/api/v1/overview`, { headers, signal }));
    await eventually(() => working(request), '2');
    const answers = await Promise.all([1, 2, 3].map(() => report('/overview')));
    expect(answers).toMatchObject(Array(3).fill({ status: 503, body: tooMany }));
    caller.abort();
    await Promise.allSettled(asked);
  });
});

test('a report over QUERY_MAX_SECONDS is 504', async () => {
  sql = 'select sleepEachRow(0.1) from numbers(100) settings max_block_size = 1';
  await withService({ QUERY_MAX_SECONDS: '1' }, async ({ report }) => {
    expect(await report('/overview')).toMatchObject({
      status: 504,
      body: { error: { code: 'timeout', message: 'The report took too long. Try a shorter period.' } },
    });
  });
});

test('a report over QUERY_MAX_MEMORY_MB is 503, with the reason', async () => {
  sql = 'select uniqExact(number) from numbers(10000000)';
  await withService({ QUERY_MAX_MEMORY_MB: '20' }, async ({ report }) => {
    const { status, headers, body } = await report('/overview');
    const message = 'The report needs more memory than is available. Try a shorter period.';
    expect([status, headers.get('retry-after'), body]).toEqual([
      503,
      '60',
      { error: { code: 'unavailable', message } },
    ]);
  });
});

test('an export over EXPORT_MAX_SECONDS fails', async () => {
  sql = endless;
  await withService({ EXPORT_MAX_SECONDS: '1' }, async ({ download }) => {
    await expect(download('pageviews')).rejects.toThrow('terminated');
  });
});

test('exports in progress do not keep the service from stopping', async () => {
  // Endless: if shutdown waited for it, so would this test.
  sql = endless;
  let failure: Promise<unknown> = Promise.resolve();
  await withService({}, async ({ url }) => {
    const response = await fetch(exportOf(url), { headers });
    failure = expect(response.arrayBuffer()).rejects.toThrow();
  });
  await failure;
});
