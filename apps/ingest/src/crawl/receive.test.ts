import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { folderOfFile } from '../../../../test/harness/temporary-folder.ts';
import { refusal, taken } from '../answers-under-test.ts';
import { apiKey, bearer, firefox, ingestOfFile, keyed } from '../ingest-under-test.ts';

const inFolder = folderOfFile();
const sitesFile = inFolder('sites.yaml');
const books = { hosts: ['bücher.example', '*.old.shop.example', 'new.shop.example'] };
const sites = { blog: {}, shop: { hosts: ['shop.example', '*.shop.example'] }, books };
writeFileSync(sitesFile, JSON.stringify({ accept: 'listed', sites }));
const noon = Date.UTC(2026, 10, 21, 12);
const ingest = ingestOfFile({ SITES_FILE: sitesFile }, { clock: () => noon });

const gptBot =
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)';
const sender = { user_agent: gptBot, ip: '203.0.113.9' };
const request = { timestamp: noon - 60_000, path: '/a/?q=1', status: 200, ...sender };
const post = (body: string | Buffer, headers: Record<string, string> = keyed) =>
  ingest.send('POST', '/api/crawl', headers, body);
const send = (lines: readonly unknown[], headers: Record<string, string> = keyed) =>
  post(lines.map((line) => JSON.stringify(line)).join('\n'), headers);

test('a request of a crawler is stored as it was sent, and as it is known', async () => {
  const said = { id: 'ray-1', host: 'Www.SHOP.example:443', referrer: 'https://b.example/?secret' };
  expect(await send([{ ...request, ...said }])).toMatchObject(taken(1));
  const known = { class: 'crawler', name: 'GPTBot', operator: 'OpenAI', purpose: 'training' };
  expect(ingest.crawls()).toEqual([
    {
      id: 'ray-1',
      site_id: 'shop',
      hostname: 'www.shop.example',
      page_path: '/a',
      status: 200,
      occurred_at: '1795262340.000',
      received_at: '1795262400.000',
      seen_by: 'server',
      ...known,
      verified: false,
      browser: '',
      ...sender,
      referrer: 'https://b.example/',
      view_hash: 0,
      precedence: expect.any(Number),
    },
  ]);
});

test('a person keeps neither address nor user agent, nor the id of a CDN; the hash is that of the pageview', async () => {
  const user_agent = `${firefox} Été`;
  const sent = { id: 'ray-1', ip: '127.0.0.1', referrer: 'https://b.example/' };
  for (const about of [sent, sent, { ...sent, id: 'ray-2' }])
    await send([{ ...request, user_agent, ...about }]);
  await ingest.ping({ page_path: '/a/?q=1' }, { 'User-Agent': Buffer.from(user_agent).toString('latin1') });
  const [person, again, other] = ingest.crawls();
  expect([again?.['id'] === person?.['id'], other?.['id'] === person?.['id']]).toEqual([true, false]);
  expect(person).toMatchObject({
    id: expect.not.stringContaining('ray'),
    class: 'person',
    browser: 'Firefox',
    ip: '',
    user_agent: '',
    referrer: '',
  });
  expect(person?.['view_hash']).toBe(ingest.rows()[0]?.['view_hash']);
});

test('a host belongs to the site that names it most closely', async () => {
  const hosts = ['shop.example', 'a.shop.example', 'new.shop.example:443', 'a.old.shop.example', 'c.example'];
  await send(hosts.map((host) => ({ ...request, host })));
  expect(ingest.crawls().map(({ site_id }) => site_id)).toEqual(['shop', 'shop', 'books', 'books', 'blog']);
});

test('an address as path has its host, with or without a dot at its end, and without a password', async () => {
  const hosts = ['shop.example', 'shop.example.', 'user:secret@shop.example'];
  await send(hosts.map((host) => ({ ...request, path: `http://${host}/a` })));
  for (const row of ingest.crawls())
    expect(row).toMatchObject({ site_id: 'shop', hostname: 'shop.example', page_path: '/a' });
  expect(ingest.crawls()).toHaveLength(3);
});

test("the hashes of a person's requests of one page cannot be linked over months", async () => {
  const days = ['11-01T00:00:00', '11-21T00:00:00', '10-31T23:59:59'];
  await send(days.map((day) => ({ ...request, user_agent: firefox, timestamp: `2026-${day}Z` })));
  const [first, same, before] = ingest.crawls().map(({ view_hash }) => view_hash);
  expect(same).toBe(first);
  expect(before).not.toBe(first);
});

test('the same line has the same id, whatever its end; another one another', async () => {
  await send([request, { ...request, status: 404 }]);
  for (const end of ['', '\n', '\r\n', '\r']) await post(JSON.stringify(request) + end);
  const [id, other, ...repeats] = ingest.crawls().map((row) => row['id']);
  expect(repeats).toEqual(Array(4).fill(id));
  expect(other).not.toBe(id);
});

test("Cloudflare's names are taken, and its times", async () => {
  const ofCloudflare = {
    ClientRequestHost: 'shop.example',
    ClientRequestURI: '/b',
    ClientRequestMethod: 'GET',
    EdgeResponseStatus: 503,
    EdgeResponseContentType: 'text/html',
    RayID: 'ray-2',
    ClientRequestUserAgent: gptBot,
    ClientIP: '2001:db8::1',
  };
  const times = ['2026-11-21T11:00:00Z', Date.UTC(2026, 10, 21, 11) / 1000, Date.UTC(2026, 10, 21, 11) * 1e6];
  await send(times.map((EdgeStartTimestamp) => ({ ...ofCloudflare, EdgeStartTimestamp })));
  for (const row of ingest.crawls())
    expect(row).toMatchObject({ id: 'ray-2', site_id: 'shop', status: 503, occurred_at: '1795258800.000' });
  expect(ingest.crawls()).toHaveLength(3);
});

test("CloudFront's lines are taken: texts, encoded, - for nothing", async () => {
  const ofCloudFront = {
    date: '2026-11-21',
    time: '11:00:00',
    'c-ip': '2001:db8::1',
    'x-host-header': 'shop.example',
    'cs-uri-stem': '/caf%25C3%25A9',
    'cs-uri-query': '-',
    'cs-method': 'GET',
    'sc-status': '404',
    'cs(User-Agent)': 'Mozilla/5.0%20(compatible;%20GPTBot/1.2)',
    'cs(Referer)': 'https://b.example/100%2525',
    'sc-content-type': 'text/html;%20charset=utf-8',
    'x-edge-request-id': 'SOX4xwn4XV6Q4rgb7Q==',
  };
  const later = { ...ofCloudFront, 'timestamp(ms)': '1795258800123', 'x-edge-request-id': '-' };
  expect(await send([ofCloudFront, later])).toMatchObject(taken(2));
  const page = { site_id: 'shop', status: 404, page_path: '/café' };
  const row = { ...page, name: 'GPTBot', referrer: 'https://b.example/100%25' };
  expect(ingest.crawls()).toMatchObject([
    { ...row, id: 'SOX4xwn4XV6Q4rgb7Q==', occurred_at: '1795258800.000' },
    { ...row, id: expect.stringMatching(/^.{20}$/), occurred_at: '1795258800.123' },
  ]);
});

const packed = { ...keyed, 'Content-Encoding': 'gzip' };
test('the body with which Logpush tries a destination is taken, and stores nothing', async () => {
  expect(await post(gzipSync('{"content":"tests"}\n'), packed)).toMatchObject(taken(0));
  expect(ingest.crawls()).toEqual([]);
});

test('a repeat of an id has the time of the first, whatever it states', async () => {
  const repeat = { ...request, id: 'repeated', timestamp: noon - 90_000_000 };
  await send([{ ...request, id: 'repeated' }, repeat]);
  await send([repeat, { ...repeat, site_id: 'shop' }]);
  const [first, ...others] = ingest.crawls().map(({ site_id, occurred_at }) => [site_id, occurred_at]);
  expect(others).toEqual([first, first, ['shop', '1795172400.000']]);
});

test.each([
  ['asset', { path: '/a.css' }],
  ['asset', { content_type: 'image/png' }],
  ['asset', { path: '/favicon.ico', status: 404, content_type: 'text/html' }],
  ['asset', { path: '/api/me', status: 401, content_type: 'application/json' }],
  ['redirect', { status: 301 }],
  ['unanswered', { status: '000' }],
  ['unanswered', { status: 0 }],
  ['method', { method: 'POST' }],
  ['foreign_host', { site_id: 'shop', host: 'blog.example' }],
  ['foreign_host', { site_id: 'shop', host: 'shop.example', path: 'https://blog.example/a' }],
  ['unknown_site', { site_id: 'nobody' }],
])('%s: %j is dropped', async (reason, about) => {
  expect(await send([request, { ...request, ...about }])).toMatchObject(taken(1, { 1: reason }));
});

const absolute = { path: 'http://SHOP.example:80/a', host: 'blog.example', site_id: undefined };
const unicode = { site_id: 'books', host: 'BÜCHER.example.:443' };
const blocked = { status: 403, content_type: 'text/plain' };
const markdown = { content_type: 'text/markdown; charset=utf-8' };
const others = [{ user_agent: '' }, absolute, unicode, blocked, markdown];
const pages = [{ status: 304 }, { method: 'HEAD' }, { status: 404 }, ...others];
test.each(pages)('%j is a request of a page', async (about) => {
  expect(await send([{ ...request, ...about }])).toMatchObject({ body: { accepted: 1 } });
});

const long = 'a'.repeat(950_000);
const hostless = ['http:///x', 'https:////x', 'http://\\x', 'https://?x', 'http://user@/x', 'https://#x'];
test.each<[string, ...object[]]>([
  ['timestamp', { timestamp: 'noon' }, { timestamp: noon + 3_600_000 }, { timestamp: null }],
  ['path', { path: '' }],
  ['status', ...[99, 600, '', false, { toString: 1 }].map((status) => ({ status }))],
  ['timestamp', { 'cs-uri-stem': '/a', date: { toString: 1 } }],
  ['user_agent', { user_agent: undefined }],
  ['ip', { ip: 'a' }],
  ['site_id', { site_id: '..' }],
  [
    'host',
    { host: 'a b' },
    { host: long },
    ...[...hostless, `http://${long}/`].map((path) => ({ path, host: 'shop.example' })),
  ],
  ['id', { id: 'x'.repeat(65) }],
  ['method', { method: 5 }],
])('of several lines one with a wrong %s is refused, the others are stored', async (parameter, ...wrong) => {
  const errors = [{ index: 1, parameter, message: expect.stringContaining(parameter) }];
  for (const about of wrong) {
    const answer = await send([request, { ...request, ...about }, { ...request, status: 404 }]);
    expect({ about, ...answer }).toMatchObject({ about, status: 400, body: { ...taken(2).body, errors } });
  }
  expect(ingest.crawls()).toHaveLength(2 * wrong.length);
});

test('empty lines do not count, and what is no object is refused by its index', async () => {
  const body = `\n${JSON.stringify(request)}\r\n\n[]\nnonsense`;
  const errors = [{ index: 1 }, { index: 2 }];
  expect(await post(body)).toMatchObject({ status: 400, body: { accepted: 1, errors } });
  for (const wrong of ['\n', '{}\n'.repeat(20_001)])
    expect(await post(wrong)).toMatchObject(refusal(400, 'invalid_body'));
});

test('a name of 10 kB and a long user agent are cut', async () => {
  await send([{ ...request, user_agent: `${'x'.repeat(10_000)}bot/1.0` }]);
  const [row] = ingest.crawls();
  expect([String(row?.['name']).length, String(row?.['user_agent']).length]).toEqual([100, 512]);
});

test('gzip and other types are read; more than 1 MiB is not', async () => {
  const body = JSON.stringify(request);
  const types = ['application/x-ndjson', 'application/json', 'text/plain; charset=utf-8'];
  for (const type of types)
    expect(await post(body, { ...keyed, 'Content-Type': type })).toMatchObject({ status: 202 });
  expect(await post(gzipSync(body), packed)).toMatchObject({ status: 202 });
  expect(await post(body, { ...keyed, 'Content-Type': 'text/csv' })).toMatchObject({ status: 415 });
  expect(await post(' '.repeat(1024 * 1024 + 1))).toMatchObject({ status: 413 });
});

test('it takes a key, the POST method, and a log', async () => {
  const missing = await send([request], {});
  expect(missing).toMatchObject(refusal(401, 'unauthorized'));
  expect(missing.headers.get('www-authenticate')).toBe('Bearer');
  expect(await send([request], bearer(`${apiKey}x`))).toMatchObject(refusal(401, 'unauthorized'));
  expect(await ingest.send('GET', '/api/crawl', keyed)).toMatchObject({ status: 405 });
  ingest.state.logAway = true;
  expect(await send([request])).toMatchObject(refusal(503, 'unavailable'));
});

test('a dropped view of a bot is a request too; an engage is none', async () => {
  const bot = { 'User-Agent': gptBot };
  const answer = await ingest.ping({ url: 'https://blog.example/p?x=1' }, bot);
  expect(answer).toMatchObject(taken(0, { 0: 'bot' }));
  await ingest.ping({ page_path: '/p', type: 'engage' }, bot);
  const page = { hostname: 'blog.example', page_path: '/p', status: 0 };
  const by = { id: ingest.rows()[0]?.['ping_id'], seen_by: 'tracker', name: 'GPTBot', ip: '127.0.0.1' };
  expect(ingest.crawls()).toMatchObject([{ ...page, ...by }]);
});
