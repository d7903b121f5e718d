import type { Reading } from '../format.ts';
import { combined } from './combined.ts';

function read(line: string, host?: string): Reading {
  if (combined.kind !== 'lines') throw new Error('it has lines');
  return combined.createReader({ host })(line);
}

const line = (
  parts: { request?: string; status?: number; time?: string; referrer?: string; agent?: string } = {},
) => {
  const { request = 'GET /a HTTP/1.1', status = 200, time = '10/Oct/2026:13:55:36 -0700' } = parts;
  const { referrer = '-', agent = 'Mozilla/5.0 Firefox/144.0' } = parts;
  return `192.0.2.1 - frank doe [${time}] "${request}" ${status} 2326 "${referrer}" "${agent}"`;
};

const ping = (reading: Reading) => (reading.kind === 'record' ? reading.record.ping : reading);

test('a page view', () => {
  expect(read(line({ referrer: 'https://b.example/' }))).toEqual({
    kind: 'record',
    record: {
      at: Date.UTC(2026, 9, 10, 20, 55, 36),
      key: line({ referrer: 'https://b.example/' }),
      ping: {
        page_path: '/a',
        ip: '192.0.2.1',
        user_agent: 'Mozilla/5.0 Firefox/144.0',
        referrer: 'https://b.example/',
        language: undefined,
      },
    },
  });
});

test('the host makes an address of the path, whether given or in the line', () => {
  expect(ping(read(line({ request: 'GET /a?utm_source=x HTTP/2.0' }), 'a.example'))).toMatchObject({
    url: 'http://a.example/a?utm_source=x',
  });
  expect(ping(read(`b.example:443 ${line()}`))).toMatchObject({ url: 'http://b.example/a' });
  expect(ping(read(line({ request: 'GET /a?utm_source=x HTTP/2.0' })))).toMatchObject({ utm_source: 'x' });
});

test('escapes of nginx and Apache are undone', () => {
  expect(ping(read(line({ agent: 'a \\x22b\\x22 \\xC3\\xA4' })))).toMatchObject({ user_agent: 'a "b" ä' });
  expect(ping(read(line({ agent: 'say \\"hi\\"' })))).toMatchObject({ user_agent: 'say "hi"' });
});

test.each([
  [line({ request: 'POST /a HTTP/1.1' }), 'not a GET'],
  [line({ status: 301 }), 'status other than 200 and 304'],
  [line({ request: 'GET /a/Main.CSS?v=1 HTTP/1.1' }), 'no page (an asset)'],
  [line({ request: 'GET /.well-known/change-password HTTP/1.1' }), 'no page (an asset)'],
  [line({ agent: '-' }), 'no user agent'],
])('%s is skipped', (text, reason) => {
  expect(read(text)).toEqual({ kind: 'skip', reason });
});

test.each([
  ['GET /v1.2/ HTTP/1.1'],
  ['GET /a.b/c HTTP/1.1'],
  ['GET /index.html HTTP/1.1'],
  ['GET / HTTP/1.1'],
])('%s is a page', (request) => {
  expect(read(line({ request })).kind).toBe('record');
});

test.each(['nonsense', '{"a":1}', line({ time: '10/Foo/2026:13:55:36 +0000' }), line().slice(0, 60)])(
  '%s is unreadable',
  (text) => {
    expect(read(text).kind).toBe('unreadable');
  },
);
