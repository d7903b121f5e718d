import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { apiKey, firefox, type IngestUnderTest, ingestUnderTest } from './ingest-under-test.ts';

let ingest: IngestUnderTest;
beforeAll(async () => {
  ingest = await ingestUnderTest({ TRUST_PROXY: '10.0.0.0/8,loopback' });
});
afterAll(() => ingest.close());

const errorOf = (code: string) => ({ error: { code, message: expect.any(String) } });
const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

test.each([
  ['nothing', '', 'invalid_body'],
  ['white space', ' \n', 'invalid_body'],
  ['a truncated object', '{"page_path": "/', 'invalid_body'],
  ['a truncated batch', '[{"page_path": "/"},', 'invalid_body'],
  ['NaN', '{"page_path": "/", "scroll_depth": NaN}', 'invalid_body'],
  ['a form', 'page_path=/', 'invalid_body'],
  ['a text', '"page_path"', 'invalid_body'],
  ['an empty batch', '[]', 'invalid_body'],
  ['a batch that begins with a text', '["page_path", {"page_path": "/"}]', 'invalid_body'],
  ['33 levels', `{"page_path": "/", "x": ${deep(32)}}`, 'invalid_body'],
  ['ten thousand levels', `{"page_path": "/", "x": ${deep(10_000)}}`, 'invalid_body'],
  ['501 pings', `[${'{},'.repeat(500)}{}]`, 'invalid_body'],
  ['70 KiB', JSON.stringify({ page_path: '/', x: 'x'.repeat(70_000) }), 'payload_too_large'],
  ['10 MB', JSON.stringify({ page_path: '/', x: 'x'.repeat(10_000_000) }), 'payload_too_large'],
  ['10 MB of a batch', JSON.stringify([{ page_path: '/', x: 'x'.repeat(10_000_000) }]), 'payload_too_large'],
])('%s is refused', async (_name, body, code) => {
  const answer = await ingest.ping(body);
  expect(answer.body).toEqual(errorOf(code));
  expect(answer.status).toBe(code === 'payload_too_large' ? 413 : 400);
});

test.each([
  ['32 levels', `{"page_path": "/", "x": ${deep(31)}}`],
  ['1e309', '{"page_path": "/", "focus_time_ms": 1e309, "scroll_depth": -1e309}'],
  ['-1', '{"page_path": "/", "focus_time_ms": -1, "scroll_depth": -1, "word_count": -1}'],
  ['2^63', '{"page_path": "/", "focus_time_ms": 9223372036854775808}'],
  ['duplicate keys', '{"page_path": "/a", "page_path": "/b"}'],
  ['__proto__', '{"page_path": "/", "__proto__": {"site_id": 1}, "constructor": {"prototype": {"x": 1}}}'],
  ['lone surrogates', '{"page_path": "/\\ud800", "page_title": "\\udc00", "visitor_id": "\\ud83d"}'],
  ['NUL', '{"page_path": "/\\u0000", "page_title": "a\\u0000b", "session_id": "\\u0000"}'],
  ['right-to-left marks and emoji', '{"page_path": "/\\u202e\\u200f🙂", "page_title": "👩‍👩‍👧‍👦"}'],
  ['overlong escapes', '{"page_path": "/%C0%AF%E0%80%AF%F0%80%80%AF%ED%A0%80%FF%"}'],
  [
    'markup',
    '{"page_path": "/<script>alert(1)</script>", "page_title": "<script>", "referrer": "javascript:1"}',
  ],
  ['a formula', '{"page_path": "/", "page_title": "=HYPERLINK(1)", "utm_source": "@SUM(1)"}'],
  ['nonsense in ignored fields', '{"page_path": "/", "timestamp": 0, "ip": [], "user_agent": {}}'],
  ['a path of 1 MB', JSON.stringify([{ page_path: `/${'%C0%AF'.repeat(170_000)}` }])],
  [
    'a URL of 1 MB',
    JSON.stringify([{ url: `https://a.example/${'a/'.repeat(400_000)}?${'b&'.repeat(100_000)}` }]),
  ],
])('%s is accepted, and decodes to a valid row', async (_name, body) => {
  const before = ingest.messages.length;
  expect(await ingest.ping(body)).toMatchObject({ status: 202, body: { accepted: 1 } });
  const [row] = ingest.rows().slice(before);
  expectValid(row);
});

test('invalid UTF-8 is replaced', async () => {
  const body = Buffer.from([...Buffer.from('{"page_path": "/'), 0xff, 0xc0, 0x80, ...Buffer.from('"}')]);
  expect(await ingest.send('POST', '/api/ping', {}, body)).toMatchObject({ status: 202 });
  expect(ingest.rows().at(-1)?.['page_path']).toBe('/\uFFFD\uFFFD\uFFFD');
});

test.each([
  "'; drop table pings",
  '"',
  '../../etc/passwd',
  'a/b',
  '%2F',
  'a%2Fb',
  '',
  ' ',
  'ö',
  '\0',
  'x'.repeat(65),
])('the site_id %j is refused', async (site_id) => {
  const answer = await ingest.ping({ page_path: '/', site_id });
  expect(answer).toMatchObject({ status: 400, body: { error: { parameter: 'site_id' } } });
});

test.each([
  0,
  1,
  -1,
  '1970-01-01T00:00:00Z',
  '2106-02-07T06:28:16Z',
  4_294_967_296_000,
  Number.POSITIVE_INFINITY,
  '0',
  '',
])('a sender with the key that claims the time %j is refused', async (timestamp) => {
  const body = JSON.stringify({ page_path: '/', timestamp }).replace('null', '1e309');
  const answer = await ingest.ping(body, { Authorization: `Bearer ${apiKey}` });
  expect(answer).toMatchObject({ status: 400, body: { error: { parameter: 'timestamp' } } });
});

// Made before there is a connection, which would end meanwhile: it takes seconds, and this is the server's process too.
const bomb = gzipSync(Buffer.alloc(100_000_000, ' '));

test('a gzip bomb is refused', async () => {
  const answer = await ingest.send('POST', '/api/ping', { 'Content-Encoding': 'gzip' }, bomb);
  expect(answer).toMatchObject({ status: 413, body: errorOf('payload_too_large') });
});

test('broken gzip is refused', async () => {
  for (const body of ['not gzip', gzipSync('{"page_path": "/"}').subarray(0, 20)]) {
    const answer = await ingest.send('POST', '/api/ping', { 'Content-Encoding': 'gzip' }, body);
    expect(answer).toMatchObject({ status: 400, body: errorOf('invalid_body') });
  }
});

test.each([
  { 'Content-Type': 'text/html' },
  { 'Content-Type': 'multipart/form-data; boundary=x' },
  { 'Content-Type': 'application/x-www-form-urlencoded' },
  { 'Content-Type': 'nonsense' },
  { 'Content-Encoding': 'br' },
  { 'Content-Encoding': 'gzip, gzip' },
])('a body with %j is refused', async (headers) => {
  const answer = await ingest.ping({ page_path: '/' }, headers);
  expect(answer).toMatchObject({ status: 415, body: errorOf('unsupported_media_type') });
});

test('a user agent of 1 MB is refused', async () => {
  const answer = await ingest.ping({ page_path: '/' }, { 'User-Agent': 'x'.repeat(1_000_000) });
  expect(answer).toMatchObject({ status: 431, body: errorOf('headers_too_large') });
});

test('a user agent of 10 KB is read in part', async () => {
  const answer = await ingest.ping({ page_path: '/' }, { 'User-Agent': `${firefox}${'1'.repeat(10_000)}` });
  expect(answer).toMatchObject({ status: 202, body: { accepted: 1 } });
  expectValid(ingest.rows().at(-1));
});

test('follows an X-Forwarded-For of 1,000 hops', async () => {
  const hops = ['203.0.113.9', ...Array.from({ length: 999 }, (_, i) => `10.0.${i >> 8}.${i & 255}`)].join(
    ',',
  );
  expect(await ingest.ping({ page_path: '/' }, { 'X-Forwarded-For': hops })).toMatchObject({ status: 202 });
  expect(ingest.rows().at(-1)?.['ip']).toBe('203.0.113.9');
});

test.each(['<script>', "'", '1.2.3.4.5', '[::', ','])(
  'the X-Forwarded-For %j counts as none',
  async (hops) => {
    expect(await ingest.ping({ page_path: '/' }, { 'X-Forwarded-For': hops })).toMatchObject({ status: 202 });
    expect(ingest.rows().at(-1)?.['ip']).toBe('127.0.0.1');
  },
);

test('a body without end is refused once it is too large', async () => {
  const req = request(`${ingest.url}/api/ping`, { method: 'POST' });
  req.on('error', () => {});
  const feeding = setInterval(() => req.write(Buffer.alloc(64 * 1024, ' ')), 1);
  const status = await new Promise((resolve) => {
    req.on('response', (response) => resolve(response.statusCode));
  });
  clearInterval(feeding);
  req.destroy();
  expect(status).toBe(413);
});

test('a sender that disconnects midway harms nobody', async () => {
  for (let i = 0; i < 20; i++) {
    const req = request(`${ingest.url}/api/ping`, { method: 'POST', headers: { 'Content-Length': 1000 } });
    req.on('error', () => {});
    await new Promise((resolve) => req.write('{"page_path": ', resolve));
    req.destroy();
  }
  expect(await ingest.ping({ page_path: '/' })).toMatchObject({ status: 202 });
});

/** Values that ClickHouse would refuse, or store as something else. */
function expectValid(row: Record<string, unknown> | undefined) {
  const texts = Object.values(row ?? {}).filter((value) => typeof value === 'string');
  expect(texts.every((text) => text.isWellFormed() && !text.includes('\0'))).toBe(true);
  expect(String(row?.['page_path'])).toMatch(/^\/.{0,1999}$/s);
  for (const [name, max] of [
    ['focus_time_ms', 86_400_000],
    ['scroll_depth', 100],
    ['word_count', 10_000_000],
  ] as const) {
    expect(Number.isInteger(row?.[name])).toBe(true);
    expect(Number(row?.[name])).toBeGreaterThanOrEqual(0);
    expect(Number(row?.[name])).toBeLessThanOrEqual(max);
  }
}
