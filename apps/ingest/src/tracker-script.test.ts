import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type IngestUnderTest, ingestUnderTest } from './ingest-under-test.ts';

let ingest: IngestUnderTest;
beforeAll(async () => {
  ingest = await ingestUnderTest();
});
afterAll(() => ingest.close());

/** Without fetch, which would negotiate an encoding and decode it. */
async function get(path: string, headers: Record<string, string> = {}) {
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(ingest.url + path, { headers }, resolve)
      .on('error', reject)
      .end();
  });
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

async function hash(): Promise<string> {
  const [tag = ''] = /[\w-]{22}/.exec((await get('/tracker.js')).headers.etag ?? '') ?? [];
  return tag;
}

test('the script may be embedded and cached', async () => {
  const answer = await get('/tracker.js');
  expect(answer.status).toBe(200);
  expect(answer.body.toString()).toBe('track();');
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
    vary: 'Accept-Encoding',
  });
});

test('compresses the script for clients that accept it, each encoding with its own ETag', async () => {
  const plain = await get('/tracker.js');
  const gzip = await get('/tracker.js', { 'Accept-Encoding': 'gzip, deflate' });
  const brotli = await get('/tracker.js', { 'Accept-Encoding': 'gzip, deflate, br, zstd' });
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip.body)).toEqual(plain.body);
  expect(brotli.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(brotli.body)).toEqual(plain.body);
  expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size).toBe(3);
});

test('answers 304 to a client that has it', async () => {
  for (const encoding of ['identity', 'gzip', 'br']) {
    const accept = { 'Accept-Encoding': encoding };
    const { etag = '' } = (await get('/tracker.js', accept)).headers;
    expect(await get('/tracker.js', { ...accept, 'If-None-Match': etag })).toMatchObject({
      status: 304,
      body: Buffer.from(''),
    });
    expect(await get('/tracker.js', { ...accept, 'If-None-Match': '"other"' })).toMatchObject({
      status: 200,
    });
  }
});

test('a new script has a new ETag', async () => {
  const other = await ingestUnderTest({}, { trackerScript: 'track(2);' });
  const tags = await Promise.all([ingest, other].map((one) => one.send('HEAD', '/tracker.js')));
  expect(tags[0]?.headers.get('etag')).not.toBe(tags[1]?.headers.get('etag'));
  await other.close();
});

test('the versioned name may be cached for ever', async () => {
  const answer = await get(`/tracker.${await hash()}.js`);
  expect(answer.body.toString()).toBe('track();');
  expect(answer.headers['cache-control']).toBe('public, max-age=31536000, immutable');
});

test('the name of another version serves the current script, not cached for ever', async () => {
  const answer = await get('/tracker.0123456789012345678901.js');
  expect(answer.body.toString()).toBe('track();');
  expect(answer.headers['cache-control']).toBe('public, max-age=3600, stale-while-revalidate=86400');
});

test('the second file is served like the first', async () => {
  const plain = await get('/tracker-events.js');
  expect(plain.body.toString()).toBe('trackEvents();');
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=3600, stale-while-revalidate=86400',
    'cross-origin-resource-policy': 'cross-origin',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
  });
  const { etag = '' } = plain.headers;
  expect(etag).not.toContain(await hash());
  expect(await get('/tracker-events.js', { 'If-None-Match': etag })).toMatchObject({ status: 304 });
  const versioned = await get(`/tracker-events.${etag.slice(1, -1)}.js`);
  expect(versioned.body).toEqual(plain.body);
  expect(versioned.headers['cache-control']).toBe('public, max-age=31536000, immutable');
  expect(await ingest.send('POST', '/tracker-events.js')).toMatchObject({ status: 405 });
});

test.each([
  ['/tracker.js', '/api/ping', '/tracker', '.js', 'api/ping', 'tracker-events.js'],
  ['/js/t.js', '/api/ping', '/js/t', '.js', '../api/ping', 't-events.js'],
  ['/a.b/t', '/a.b/in', '/a.b/t', '', 'in', 't-events'],
])(
  'at %s it sends to %s, as its name leads there',
  async (trackerPath, pingPath, stem, extension, sent, events) => {
    const other = await ingestUnderTest(
      { TRACKER_PATH: trackerPath, PING_PATH: pingPath },
      { trackerScript: "send('__PING_PATH__'); load('__EVENTS_PATH__');" },
    );
    const plain = await other.send('GET', trackerPath);
    expect(plain.body).toBe(`send('${sent}'); load('${events}');`);
    expect((await other.send('GET', `${stem}-events${extension}`)).body).toBe('trackEvents();');
    const [tag = ''] = /[\w-]{22}/.exec(plain.headers.get('etag') ?? '') ?? [];
    const versioned = await other.send('GET', `${stem}.${tag}${extension}`);
    expect(versioned.body).toBe(plain.body);
    expect(versioned.headers.get('cache-control')).toContain('immutable');
    await other.close();
  },
);

test('the script is read-only', async () => {
  for (const path of ['/tracker.js', `/tracker.${await hash()}.js`]) {
    const answer = await ingest.send('POST', path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  }
});
