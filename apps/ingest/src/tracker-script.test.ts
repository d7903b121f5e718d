import { once } from 'node:events';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { noKeys, noSites } from '@tallyhouse/sites';
import { ingestOfFile, ingestUnderTest } from './ingest-under-test.ts';

const ingest = ingestOfFile();
const forAnHour = 'public, max-age=3600, stale-while-revalidate=86400';
const forEver = 'public, max-age=31536000, immutable';
const further = { '/tracker-events.js': 'trackEvents();', '/tracker-vitals.js': 'trackVitals();' };
const files = Object.entries({ '/tracker.js': 'track();', ...further });

/** Without fetch, which would negotiate an encoding and decode it. */
async function get(path: string, headers: Record<string, string> = {}) {
  const [answer] = await once(request(ingest.url + path, { headers }).end(), 'response');
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) };
}

async function versioned(path: string): Promise<string> {
  const [hash] = /[\w-]{22}/.exec((await get(path)).headers.etag ?? '') ?? [];
  return path.replace('.js', `.${hash}.js`);
}

test.each(files)('%s may be embedded and cached, under its versioned name for ever', async (path, script) => {
  const answer = await get(path);
  expect(answer.status).toBe(200);
  expect(answer.body.toString()).toBe(script);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': forAnHour,
    'cross-origin-resource-policy': 'cross-origin',
    'access-control-allow-origin': '*',
    etag: expect.stringMatching(/^"[\w-]{22}"$/),
    vary: 'Accept-Encoding',
  });
  const named = await get(await versioned(path));
  expect([named.body.toString(), named.headers['cache-control']]).toEqual([script, forEver]);
});

test('the name of another version serves the current script, not cached for ever', async () => {
  const answer = await get('/tracker.0123456789012345678901.js');
  expect(answer.body.toString()).toBe('track();');
  expect(answer.headers['cache-control']).toBe(forAnHour);
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

test.each(files)('answers 304 to a client that has %s', async (path) => {
  for (const encoding of ['identity', 'gzip', 'br']) {
    const accept = { 'Accept-Encoding': encoding };
    const { etag = '' } = (await get(path, accept)).headers;
    const known = await get(path, { ...accept, 'If-None-Match': etag });
    expect([known.status, known.body.length]).toEqual([304, 0]);
    expect(await get(path, { ...accept, 'If-None-Match': '"other"' })).toMatchObject({ status: 200 });
  }
});

test('another script has another ETag', async () => {
  await using other = await ingestUnderTest({}, { trackerScript: 'track(2);' });
  const heads = [ingest, other].map((one) => one.send('HEAD', '/tracker.js'));
  const answers = await Promise.all([...heads, ingest.send('HEAD', '/tracker-events.js')]);
  expect(new Set(answers.map(({ headers }) => headers.get('etag'))).size).toBe(3);
});

test.each([
  ['/tracker.js', '/api/ping', '/tracker', '.js', 'api/ping', 'tracker-events.js'],
  ['/js/t.js', '/api/ping', '/js/t', '.js', '../api/ping', 't-events.js'],
  ['/a.b/t', '/a.b/in', '/a.b/t', '', 'in', 't-events'],
  ['/s/t.js', '/s', '/s/t', '.js', '../s', 't-events.js'],
  ['/a/b/t.js', '/a', '/a/b/t', '.js', '../../a', 't-events.js'],
])('at %s it sends to %s, as its name leads there, where pings are taken', async (...row) => {
  const [TRACKER_PATH, PING_PATH, stem, extension, sent, events] = row;
  const trackerScript =
    "send('__PING_PATH__'); load('__EVENTS_PATH__', '__VITALS_PATH__'); find('__TRACKER__');";
  await using other = await ingestUnderTest({ TRACKER_PATH, PING_PATH }, { trackerScript });
  const plain = await other.send('GET', TRACKER_PATH);
  const named = `${stem.slice(stem.lastIndexOf('/') + 1)}${extension && '.'}`;
  const vitals = events.replace('events', 'vitals');
  expect(plain.body).toBe(`send('${sent}'); load('${events}', '${vitals}'); find('${named}');`);
  expect((await other.send('GET', `${stem}-events${extension}`)).body).toBe('trackEvents();');
  expect((await other.send('GET', `${stem}-vitals${extension}`)).body).toBe('trackVitals();');
  const [tag = ''] = /[\w-]{22}/.exec(plain.headers.get('etag') ?? '') ?? [];
  const versioned = await other.send('GET', `${stem}.${tag}${extension}`);
  expect([versioned.body, versioned.headers.get('cache-control')]).toEqual([plain.body, forEver]);
  const sentTo = await other.send('POST', `${PING_PATH}?x=1`, {}, '{"page_path": "/"}');
  expect(sentTo).toMatchObject({ status: 202 });
  expect(await other.send('GET', `${PING_PATH}.gif?page_path=/`)).toMatchObject({ status: 200 });
});

test('the parameters that the sites file keeps are in the script, without the ids of sites, and another file makes another script', async () => {
  let sites = new Map([['secret-customer', { query_parameters: ['page', 'größe'] }]]);
  const siteFiles = { sites: () => ({ ...noSites, sites }), keys: () => noKeys, close() {} };
  const trackerScript = 'path + __KEPT_QUERY__(a.site)';
  await using other = await ingestUnderTest({}, { trackerScript, siteFiles });
  const first = await other.send('GET', '/tracker.js');
  expect(first.body).toMatch(/^path \+ \(.*\["page","gr\\u00f6\\u00dfe"].*\)\(a\.site\)$/);
  expect(first.body).not.toMatch(/secret/);
  // Their ids have one number.
  const lists = [['Aa', ['page', 'p']] as const, ['BB', ['q', 'page']] as const];
  sites = new Map(lists.map(([id, query_parameters]) => [id, { query_parameters: [...query_parameters] }]));
  expect((await other.send('GET', '/tracker.js')).body).toContain('({"2112":["page","p","q"]}[number]||[])');
  sites = new Map();
  const second = await other.send('GET', '/tracker.js');
  expect(second.body).toBe('path + ""');
  expect(second.headers.get('etag')).not.toBe(first.headers.get('etag'));
});

test('the scripts are read-only', async () => {
  for (const path of ['/tracker.js', await versioned('/tracker.js'), '/tracker-events.js']) {
    const answer = await ingest.send('POST', path);
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('GET, HEAD');
  }
});
