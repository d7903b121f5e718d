import { createHosts } from '../hosts.ts';
import { caddyJson } from './caddy-json.ts';

const request = { remote_ip: '192.0.2.1', method: 'GET', host: 'a.example', uri: '/a', headers: {} };

function kindOf(message: object): string {
  const read = caddyJson.kind === 'lines' && caddyJson.createReader({ hosts: createHosts(undefined, []) });
  return read ? read(JSON.stringify({ ts: 1_795_262_400, ...message })).kind : '';
}

test.each([
  ['request', { logger: 'http.log.access', request, status: 200 }],
  ['request', { logger: 'http.log.access.log0', request, status: 502 }],
  ['request', { request, status: 200 }],
  // The same requests, in other messages.
  ['skip', { logger: 'http.log.error', msg: 'dial tcp', request, status: 502 }],
  ['skip', { logger: 'http.handlers.reverse_proxy', msg: 'upstream roundtrip', request, status: 200 }],
  ['skip', { logger: 'tls', msg: 'certificate obtained' }],
  ['skip', { msg: 'serving initial configuration' }],
  ['unreadable', {}],
  ['unreadable', { logger: 'http.log.access', request }],
])('%s: %j', (kind, message) => {
  expect(kindOf(message)).toBe(kind);
});
