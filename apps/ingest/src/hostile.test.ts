import { once } from 'node:events';
import { request } from 'node:http';
import { gzipSync } from 'node:zlib';
import { refusal } from './answers-under-test.ts';
import { firefox, ingestOfFile } from './ingest-under-test.ts';

const ingest = ingestOfFile();

const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
const brackets = `${'['.repeat(40)}\\"${'{'.repeat(40)}\\\\`;
const tenMegabytes = { page_path: '/', x: 'x'.repeat(10_000_000) };
const explained = { message: expect.any(String) };

const parsedBodies = async () =>
  Object.values(await ingest.metric('tallyhouse_ingest_parsed_bodies_total'))[0] ?? 0;

test.each<[string, string, number?, number?]>([
  ['nothing', ''],
  ['white space', ' \n'],
  ['a truncated object', '{"page_path": "/', 400, 1],
  ['a truncated batch', '[{"page_path": "/"},', 400, 1],
  ['NaN', '{"page_path": "/", "scroll_depth": NaN}', 400, 1],
  ['an empty batch', '[]', 400, 1],
  ['a form', 'page_path=/'],
  ['a text', '"page_path"'],
  ['a number', '7'],
  ['null', 'null'],
  ['a comment', '/* [{}] */'],
  ['a text of brackets', `"${'['.repeat(1000)}"`],
  ['a mebibyte of brackets', '['.repeat(1024 * 1024)],
  ['a batch of numbers', `[${'1,'.repeat(100_000)}1]`],
  ['a batch with numbers beyond its first', `[{},${'1,'.repeat(100_000)}1]`],
  ['a batch that begins with a text', '["page_path", {"page_path": "/"}]'],
  ['33 levels', `{"page_path": "/", "x": ${deep(32)}}`],
  ['33 levels of a batch', `[{"page_path": "/", "x": ${deep(31)}}]`],
  ['33 levels in the second of a batch', `[{},{"x": ${deep(31)}}]`],
  ['ten thousand levels', `{"page_path": "/", "x": ${deep(10_000)}}`],
  ['501 pings', `[${'{},'.repeat(500)}{}]`],
  ['70 KiB', JSON.stringify({ page_path: '/', x: 'x'.repeat(70_000) }), 413],
  ['10 MB', JSON.stringify(tenMegabytes), 413],
  ['10 MB of a batch', JSON.stringify([tenMegabytes]), 413],
])('%s is refused, at a look where that is enough', async (_name, body, status = 400, parsed = 0) => {
  const before = await parsedBodies();
  const code = status === 413 ? 'payload_too_large' : 'invalid_body';
  expect(await ingest.ping(body)).toMatchObject(refusal(status, code, explained));
  expect((await parsedBodies()) - before).toBe(parsed);
});

test.each([
  ['32 levels', `{"page_path": "/", "x": ${deep(31)}}`],
  ['32 levels of a batch', `[{"page_path": "/", "x": ${deep(30)}}]`],
  ['brackets in texts', `[{"page_path": "/","a":"${brackets}","b":"${brackets}"}]`],
  ['a byte order mark', '\ufeff{"page_path": "/"}'],
  ['a byte order mark before a batch', '\ufeff[{"page_path": "/"}]'],
  ['__proto__', '{"page_path": "/", "__proto__": {"site_id": 1}, "constructor": {"prototype": {"x": 1}}}'],
  ['a path of 1 MB', `[{"page_path": "/${'%C0%AF'.repeat(170_000)}"}]`],
  ['a URL of 1 MB', `[{"url": "https://a.example/${'a/'.repeat(400_000)}?${'b&'.repeat(100_000)}"}]`],
])('%s is accepted', async (_name, body) => {
  expect(await ingest.ping(body)).toMatchObject({ status: 202, body: { accepted: 1 } });
});

test.each(['url', 'page_path'])(
  'a %s with a host of 950 kB fails its own ping, and no other',
  async (name) => {
    const addressOf = (length: number) => `https://${'a'.repeat(length)}/`;
    const others = [{ page_path: '/' }, { page_path: '/', referrer: addressOf(9000) }];
    const body = { accepted: 2, rejected: [{ index: 0, parameter: name }] };
    expect(await ingest.ping([{ [name]: addressOf(950_000) }, ...others])).toMatchObject({
      status: 400,
      body,
    });
    expect(ingest.column('source')).toEqual(['Direct', 'Direct']);
  },
);

test('invalid UTF-8 is replaced', async () => {
  const body = Buffer.from([...Buffer.from('{"page_path": "/'), 0xff, 0xc0, 0x80, ...Buffer.from('"}')]);
  expect(await ingest.send('POST', '/api/ping', {}, body)).toMatchObject({ status: 202 });
  expect(ingest.column('page_path')).toEqual(['/\uFFFD\uFFFD\uFFFD']);
});

const tenMegabytesOfBlanks = gzipSync(Buffer.alloc(10_000_000, ' '));

const hundredParts = Buffer.concat(Array(100).fill(tenMegabytesOfBlanks));
test.each([
  ['a bomb', tenMegabytesOfBlanks, 413, 'payload_too_large'],
  ['a bomb of a hundred parts', hundredParts, 413, 'payload_too_large'],
  ['nonsense', Buffer.from('not gzip'), 400, 'invalid_body'],
  ['half of it', gzipSync('{"page_path": "/"}').subarray(0, 20), 400, 'invalid_body'],
])('%s as gzip is refused', async (_what, body, status, code) => {
  expect(await ingest.pingGzipped(body)).toMatchObject(refusal(status, code, explained));
});

const types = ['text/html', 'multipart/form-data; boundary=x', 'nonsense'];
test.each([
  ...[...types, 'application/x-www-form-urlencoded'].map((type) => ({ 'Content-Type': type })),
  ...['br', 'gzip, gzip'].map((encoding) => ({ 'Content-Encoding': encoding })),
])('a body with %j is refused', async (headers) => {
  const answer = await ingest.ping({ page_path: '/' }, headers);
  expect(answer).toMatchObject(refusal(415, 'unsupported_media_type', explained));
});

test('a user agent of 1 MB is refused, one of 10 KB is read in part', async () => {
  const send = (agent: string) => ingest.ping({ page_path: '/' }, { 'User-Agent': agent });
  expect(await send('x'.repeat(1_000_000))).toMatchObject(refusal(431, 'headers_too_large', explained));
  expect(await send(firefox + '1'.repeat(10_000))).toMatchObject({ status: 202, body: { accepted: 1 } });
});

test('a body without end is refused once it is too large', async () => {
  const req = request(`${ingest.url}/api/ping`, { method: 'POST' });
  req.on('error', () => {});
  const feeding = setInterval(() => req.write(Buffer.alloc(64 * 1024, ' ')), 1);
  expect(await once(req, 'response')).toMatchObject([{ statusCode: 413 }]);
  clearInterval(feeding);
  req.destroy();
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
