import type { Reading } from '../format.ts';
import { createHosts } from '../hosts.ts';
import { combined } from './combined.ts';

function read(line: string, host?: string): Reading {
  if (combined.kind !== 'lines') throw new Error('it has lines');
  return combined.createReader({ hosts: createHosts(host, []) })(line);
}

const line = (parts: { [_ in 'request' | 'status' | 'time' | 'referrer' | 'agent']?: string } = {}) => {
  const { request = 'GET /a HTTP/1.1', time = '10/Oct/2026:13:55:36 -0700' } = parts;
  const { status = '200', referrer = '-', agent = 'Mozilla/5.0 Firefox/144.0' } = parts;
  return `192.0.2.1 - frank doe [${time}] "${request}" ${status} 2326 "${referrer}" "${agent}"`;
};

test('a page view', () => {
  const referrer = 'https://b.example/';
  const from = { ip: '192.0.2.1', user_agent: 'Mozilla/5.0 Firefox/144.0', language: undefined };
  const ping = { page_path: '/a', ...from, referrer };
  const at = Date.UTC(2026, 9, 10, 20, 55, 36);
  const key = line({ referrer });
  expect(read(key)).toMatchObject({ kind: 'request', request: { status: 200 }, view: { at, key, ping } });
});

const tagged = { request: 'GET /a?utm_source=x HTTP/2.0' };
const get = (target: string) => line({ request: `GET ${target} HTTP/1.1` });
test.each<[string, string, object, string?]>([
  ['a given host makes an address', line(tagged), { url: 'http://a.example/a?utm_source=x' }, 'a.example'],
  ['without a host the tags are taken', line(tagged), { utm_source: 'x' }],
  ['a password is left out', get('https://user:secret@a.example/'), { url: 'https://a.example/' }],
  ['the escapes of nginx are undone', line({ agent: 'a \\x22b\\x22 \\xC3\\xA4' }), { user_agent: 'a "b" ä' }],
  ['and those of control characters', line({ request: 'GET /a\\tb HTTP/1.1\\r' }), { page_path: '/a\tb' }],
  ['which an address keeps', get('/a\\tb'), { url: 'http://a.example/a%09b' }, 'a.example'],
  ['bytes that are no UTF-8 stay apart', get('/caf\\xE9'), { page_path: '/caf%E9' }],
  ['also after UTF-8', get('/\\xC3\\xA9\\xe8'), { page_path: '/%C3%A9%E8' }],
  ['the escapes of Apache are undone', line({ agent: 'say \\"hi\\"' }), { user_agent: 'say "hi"' }],
])('%s', (_what, text, ping, host = '') => {
  expect(read(text, host || undefined)).toMatchObject({ kind: 'request', view: { ping } });
});

const files = ['/a/Main.CSS?v=1', '/users/anna.mov', '/tiles/7/66/42.pbf', '/cover.jxl', '/app.min.js.br'];
test.each([
  ...[...files, '/.well-known/change-password'].map((target) => [get(target), 'no page (an asset)']),
  [line({ request: 'POST /a HTTP/1.1' }), 'not a GET or HEAD'],
  [line({ status: '301' }), 'a redirect'],
  [line({ status: '000' }), 'not answered'],
])('%s is skipped', (text, reason) => {
  expect(read(text)).toEqual({ kind: 'skip', reason });
});

test.each(['""', 'a[b] c', '- -', 'x [21/Nov'])('the user of a line may be %s', (user) => {
  const at = Date.UTC(2026, 9, 10, 20, 55, 36);
  const request = { address: '192.0.2.1' };
  expect(read(line().replace('frank doe', user))).toMatchObject({ request, view: { at } });
});

test('a line of many brackets is read as fast as another', () => {
  expect(read(line().slice(0, 20) + ' ['.repeat(500_000)).kind).toBe('unreadable');
});

test.each(['/v1.2/', '/a.b/c', '/index.html', '/', '/whois/uol.com.br'])('%s is a page', (path) => {
  expect(read(get(path)).kind).toBe('request');
});

test('an error and a HEAD are requests, and no page views', () => {
  for (const parts of [{ status: '404' }, { request: 'HEAD /a HTTP/1.1' }])
    expect(read(line(parts))).toMatchObject({ kind: 'request', view: undefined });
});

const days = ['10/Foo', '31/Nov', '00/Nov'].map((day) => `${day}/2026:13:55:36`);
const hosts = ['203.0.113.9, ', 'a.example,b.example ', 'a.example:443:https '];
const hostless = ['http:///x', 'HTTPS:///x?y=//z', 'http://user@/x', 'http://\\\\\\\\x', 'https://?x'];
const passwords = ['https://user:sec/ret@a.example/', 'https://user:secret@a b.example/'];
test.each([
  ...['nonsense', '{"a":1}', line().slice(0, 60)],
  ...['*', ...passwords, ...hostless, 'http://:80/x', 'http://'].map(get),
  ...[...days, '10/Oct/2026:24:00:00'].map((time) => line({ time: `${time} +0000` })),
  ...hosts.map((host) => host + line()),
])('%s is unreadable', (text) => {
  expect(read(text).kind).toBe('unreadable');
});
